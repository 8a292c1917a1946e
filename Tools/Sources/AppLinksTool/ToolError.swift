/// Why the tool cannot do what it was asked for, in one line that says what to do.
public struct ToolError: Error, Hashable, Sendable {
  /// The exit codes of the tool other than 0.
  public enum Code: Int32, Sendable {
    /// It was done, and the answer is a no: findings, or nothing that would be opened.
    case negative = 1

    /// The page could not be read, or the output not be written.
    case failed = 2

    /// The command line makes no sense.
    case usage = 64

    /// Whoever read the output has gone; nothing is printed about that.
    case brokenPipe = 141
  }

  /// What the program exits with.
  public let code: Code

  /// What is wrong and what to do, on one line.
  public let message: String

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - code: What the program exits with.
  ///   - message: What is wrong and what to do, on one line.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
