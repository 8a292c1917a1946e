#if os(Linux)
import Foundation

/// A terminal without a window, for programs in processes of their own.
final class PseudoTerminal {
  /// The side of the program.
  let program: FileHandle
  private let user: FileHandle

  init(columns: UInt16, rows: UInt16) throws {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var number: Int32 = 0
    var isLocked: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN, which Swift does not import.
    guard descriptor >= 0, ioctl(descriptor, 0x4004_5431, &isLocked) == 0,
      ioctl(descriptor, 0x8004_5430, &number) == 0
    else { throw POSIXError(.ENXIO) }
    user = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    guard other >= 0 else { throw POSIXError(.ENXIO) }
    program = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    resize(columns: columns, rows: rows)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(program.fileDescriptor, UInt(TIOCSWINSZ), &size)
  }

  /// Whether keys are shown, and arrive in whole lines.
  var isAsUsual: Bool {
    var mode = termios()
    tcgetattr(program.fileDescriptor, &mode)
    let flags = tcflag_t(ICANON | ECHO)
    return mode.c_lflag & flags == flags
  }

  func press(_ keys: String) throws { try user.write(contentsOf: Data(keys.utf8)) }

  /// Reads what the program writes, up to the first part with a text.
  func read(until text: String) throws -> String {
    var bytes = Data()
    while true {
      bytes += user.availableData
      let all = String(decoding: bytes, as: UTF8.self)
      if all.contains(text) { return all }
    }
  }
}
#endif
