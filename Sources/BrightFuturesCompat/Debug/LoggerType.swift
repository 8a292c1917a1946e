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
  /// Returns the line `Future NAME completed`, or `FILE at line LINE, func: FUNCTION - future
  /// completed` without a name.
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
