#if canImport(Glibc)
import Glibc

/// The resident memory of this process, in bytes.
package enum ResidentMemory {
  /// The current size.
  package static var now: Int { status("VmRSS:") }

  /// The largest size so far.
  package static var peak: Int { status("VmHWM:") }

  private static func status(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      guard text.hasPrefix(name) else { continue }
      return (text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
    }
    return 0
  }
}
#endif
