/// A type that writes the lines of `debug`.
@preconcurrency
public protocol LoggerType: Sendable {
  /// Writes a line.
  ///
  /// - Parameter message: The line, without a line break.
  func log(message: String)

  /// Returns the line about a settled future.
  ///
  /// - Parameters:
  ///   - value: The outcome.
  ///   - identifier: The name of the future, if it has one.
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
  /// Returns the line about a settled future.
  ///
  /// The line of a future with a name is `Future NAME completed`. Without a name, it is
  /// `FILE at line LINE, func: FUNCTION - future completed`.
  ///
  /// - Parameters:
  ///   - value: The outcome, which the line does not contain.
  ///   - identifier: The name of the future, if it has one.
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

/// A logger that prints to the standard output; the `Logger` of BrightFutures.
public struct PrintLogger: LoggerType {
  /// Creates a logger.
  public init() {}

  /// Prints a line.
  ///
  /// - Parameter message: The line.
  public func log(message: String) { print(message) }
}
