/// A type that receives the lines that ``Future/debug(_:logger:fileID:line:function:)`` writes.
public protocol FutureLogger: Sendable {
  /// Writes a line.
  ///
  /// - Parameter message: The line, without a line break.
  func log(_ message: String)
}

/// A logger that prints to the standard output stream.
public struct PrintingLogger: FutureLogger {
  /// Creates a logger.
  public init() {}

  /// Prints a line.
  ///
  /// - Parameter message: The line.
  public func log(_ message: String) { print(message) }
}

extension Future {
  /// Writes a line when this future settles, and returns a future with the same outcome.
  ///
  /// With an identifier, the line is `Future IDENTIFIER: OUTCOME`, without one
  /// `Future at FILE:LINE in FUNCTION: OUTCOME`.
  ///
  /// - Parameters:
  ///   - identifier: The name of the future in the log.
  ///   - logger: The logger, called inline on the thread that completes the future.
  ///   - fileID: Where the tap is, for the line in the log.
  ///   - line: Where the tap is, for the line in the log.
  ///   - function: Where the tap is, for the line in the log.
  /// - Returns: A future with the same outcome, which settles after the line was written.
  public func debug(
    _ identifier: String? = nil,
    logger: any FutureLogger = PrintingLogger(),
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Future {
    // Not `andThen`, which counts as observing a failure.
    derive(on: .inline, .never) { source, derived in
      if let result = Future(cell: source).currentResult {
        let name = identifier ?? "at \(fileID):\(line) in \(function)"
        logger.log("Future \(name): \(result)")
      }
      return derived.forward(from: source, failure: Failure.self)
    }
  }
}
