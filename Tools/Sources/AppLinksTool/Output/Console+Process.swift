import Foundation

extension Console {
  /// The standard streams of the process.
  ///
  /// Text is colored if standard output is a terminal that supports color and `NO_COLOR` is not
  /// set.
  public static var process: Console {
    Console(
      style: TextStyle(isOn: TextStyle.suits(STDOUT_FILENO, ProcessInfo.processInfo.environment)),
      output: { text throws(ToolError) in try writeOutput(text) },
      errors: { line in try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8)) },
      input: {
        [UInt8](try FileHandle.standardInput.read(upToCount: LocalPage.chunkSize) ?? Data())
      }
    )
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
