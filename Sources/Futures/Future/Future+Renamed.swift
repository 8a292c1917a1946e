// The names of releases before 1.0.

extension Future {
  /// Waits for the value, as ``value-5syka`` does now.
  @available(*, deprecated, renamed: "value", message: "Use 'await future.value'.")
  public nonisolated(nonsending) func get() async throws(Failure) -> Value { try await value }

  /// Waits for the outcome, also in a task that is cancelled.
  ///
  /// The wait for ``result`` ends when the waiting task is cancelled.
  @available(
    *,
    deprecated,
    renamed: "result",
    message: "Use 'await future.result', whose wait ends when the waiting task is cancelled."
  )
  public nonisolated(nonsending) func outcome() async -> Result<Value, Failure> {
    await settledResult()
  }

  /// The error, or `nil` without one, as ``currentError`` is now.
  @available(*, deprecated, renamed: "currentError")
  public var error: Failure? { currentError }

  /// Whether the future has an outcome, as ``isSettled`` tells now.
  @available(*, deprecated, renamed: "isSettled")
  public var isCompleted: Bool { isSettled }

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

extension Latest {
  /// The value of the newest work, as ``currentValue`` is now.
  @available(*, deprecated, renamed: "currentValue")
  public var value: Value? { currentValue }
}
