import Foundation

extension Console {
  /// The standard streams of the process.
  ///
  /// Text is colored if standard output is a terminal that supports color and `NO_COLOR` is not
  /// set.
  public static var process: Console {
    Console(
      name: "",
      style: TextStyle(isOn: TextStyle.suits(STDOUT_FILENO, ProcessInfo.processInfo.environment)),
      terminal: canReplaceText(STDOUT_FILENO)
        ? Terminal(size: { terminalSize }, isOfProcess: true) : nil,
      output: { text throws(ToolError) in try writeOutput(text) },
      errors: { line in try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8)) },
      input: { try readAvailableInput() },
      progress: progressLine
    )
  }

  /// A line of standard error that is written over, if that is a terminal.
  private static var progressLine: (@Sendable (_ text: String) -> Void)? {
    guard canReplaceText(STDERR_FILENO) else { return nil }
    return { text in
      try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text.printable)".utf8))
    }
  }

  /// Whether a file descriptor is a terminal other than a dumb one.
  private static func canReplaceText(_ descriptor: Int32) -> Bool {
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? "dumb"
    return isatty(descriptor) == 1 && kind != "dumb"
  }

  /// The size of the terminal behind standard output.
  private static var terminalSize: TerminalSize {
    var size = winsize()
    _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return TerminalSize(
      columns: Int(size.ws_col),
      rows: Int(size.ws_row),
      ProcessInfo.processInfo.environment
    )
  }

  /// Returns the bytes of standard input that are available, and waits only if there are none.
  ///
  /// A `FileHandle` waits for the whole chunk on Linux.
  private static func readAvailableInput() throws -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(STDIN_FILENO, &chunk, chunk.count)
      if count >= 0 { return Array(chunk.prefix(count)) }
      if errno != EINTR { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
  }

  private static func writeOutput(_ text: String) throws(ToolError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      let reason = SystemReason(error)
      if reason.number == EPIPE {
        throw ToolError(.brokenPipe, "The reader of the output has closed it.")
      }
      throw ToolError(.failed, "The output could not be written: \(reason).")
    }
  }
}
