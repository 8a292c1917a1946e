// The names of releases before 1.0.

extension Future {
  @available(*, deprecated, renamed: "value", message: "Use 'await future.value'.")
  public nonisolated(nonsending) func get() async throws(Failure) -> Value { try await value }

  @available(
    *, deprecated, renamed: "result",
    message: "Use 'await future.result', whose wait ends when the waiting task is cancelled."
  )
  public nonisolated(nonsending) func outcome() async -> Result<Value, Failure> {
    await settledResult()
  }

  @available(*, deprecated, renamed: "currentError")
  public var error: Failure? { currentError }

  @available(*, deprecated, renamed: "isSettled")
  public var isCompleted: Bool { isSettled }

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
  @available(*, deprecated, renamed: "currentValue")
  public var value: Value? { currentValue }
}
