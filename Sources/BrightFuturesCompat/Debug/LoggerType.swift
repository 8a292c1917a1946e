/// Takes the lines that `debug` writes.
@preconcurrency
public protocol LoggerType: Sendable {
  /// Writes a line.
  ///
  /// - Parameter message: The line, without a line break.
  func log(message: String)

  /// Makes the line about a future that has settled.
  ///
  /// - Parameters:
  ///   - value: The outcome.
  ///   - identifier: What the future is called, if it has a name.
  ///   - file: The file with the call of `debug`.
  ///   - line: The line with the call of `debug`.
  ///   - function: The function with the call of `debug`.
  /// - Returns: The line.
  func message<Value>(
    for value: Value,
    with identifier: String?,
    file: String,
    line: UInt,
    function: String
  ) -> String
}

extension LoggerType {
  /// Makes the line about a future that has settled.
  ///
  /// With a name it reads `Future NAME completed`, without one
  /// `FILE at line LINE, func: FUNCTION - future completed`.
  ///
  /// - Parameters:
  ///   - value: The outcome, which is not mentioned.
  ///   - identifier: What the future is called, if it has a name.
  ///   - file: The file with the call of `debug`.
  ///   - line: The line with the call of `debug`.
  ///   - function: The function with the call of `debug`.
  /// - Returns: The line.
  public func message<Value>(
    for value: Value,
    with identifier: String?,
    file: String,
    line: UInt,
    function: String
  ) -> String {
    if let identifier { return "Future \(identifier) completed" }
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return "\(name) at line \(line), func: \(function) - future completed"
  }
}

/// A logger that prints to the standard output stream; `Logger` in BrightFutures.
public struct PrintLogger: LoggerType {
  /// Makes the logger.
  public init() {}

  /// Prints a line.
  ///
  /// - Parameter message: The line.
  public func log(message: String) { print(message) }
}
