/// An error of a tool, with a message on one line that says what to do.
public struct ToolError: Error, Hashable, Sendable {
  /// The exit codes of tools other than 0.
  public enum Code: Int32, Sendable {
    /// The command succeeded with a negative result: for example findings, or nothing to open.
    case negative = 1

    /// What the command works on could not be read, or the output could not be written.
    case failed = 2

    /// The command line is invalid.
    case usage = 64

    /// The reader of the output has closed it. The tool prints no message.
    case brokenPipe = 141
  }

  /// The exit code of the process.
  public let code: Code

  /// What is wrong and what to do, on one line.
  public let message: String

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: The exit code of the process.
  ///   - message: What is wrong and what to do, on one line.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
