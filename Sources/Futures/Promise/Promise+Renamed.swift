extension Future {
  /// Creates a future that a promise completes.
  ///
  /// It is ``withPromise(cancellation:fileID:line:_:)`` now.
  @available(*, deprecated, renamed: "withPromise(cancellation:fileID:line:_:)")
  public init(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ scope: (_ promise: Promise<Value, Failure>) -> Void
  ) {
    self = .withPromise(cancellation: token, fileID: fileID, line: line, scope)
  }
}
