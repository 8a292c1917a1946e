extension Future {
  /// Writes a line when this future settles, and returns a future with the same outcome.
  ///
  /// With an identifier, the line is `Future IDENTIFIER: OUTCOME`, without one
  /// `Future at FILE:LINE in FUNCTION: OUTCOME`.
  ///
  /// - Parameters:
  ///   - identifier: The name of the future in the log.
  ///   - log: Writes a line, which has no line break; by default, to the standard output stream.
  ///     Called inline, on the thread that completes the future.
  ///   - fileID: The file of the call, for the line in the log.
  ///   - line: The line of the call, for the line in the log.
  ///   - function: The function of the call, for the line in the log.
  /// - Returns: A future with the same outcome, which settles after the line was written.
  public func debug(
    _ identifier: String? = nil,
    to log: @escaping @Sendable (_ line: String) -> Void = { print($0) },
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) -> Future {
    // Not `andThen`, which counts as observing a failure.
    derive(on: .inline, .never) { source, derived in
      if let result = Future(cell: source).currentResult {
        let name = identifier ?? "at \(fileID):\(line) in \(function)"
        log("Future \(name): \(result)")
      }
      return derived.forward(from: source, failure: Failure.self)
    }
  }
}
