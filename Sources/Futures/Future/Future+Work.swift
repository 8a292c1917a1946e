extension Future {
  /// Creates a future of the value that a closure returns.
  ///
  /// The closure runs where it is written: on the actor of the code that passes it, or on
  /// ``ExecutionContext/global(qos:)`` if that code is nonisolated. ``CancellationToken/current``
  /// is `token` there.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: Cancels the future; by default, that of the current scope. If it is cancelled
  ///     before the closure starts, the closure does not run. If it is cancelled later, the future
  ///     is cancelled at once and the value that the closure returns is dropped. A future whose
  ///     error type cannot hold cancellation is left without an outcome, but ignores the token of
  ///     the current scope.
  ///   - fileID: The file where the future is created, for diagnostics in debug builds.
  ///   - line: The line where the future is created, for diagnostics in debug builds.
  ///   - body: The work. An error that it throws fails the future.
  @_disfavoredOverload
  public init(
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @_inheritActorContext run body: @escaping @Sendable @isolated(any) () throws(Failure) -> Value
  ) {
    self.init(
      on: body.isolation.map { ExecutionContext(isolation: $0) } ?? .ofNewWork,
      cancellation: token,
      fileID: fileID,
      line: line,
      run: withoutIsolation(throwing: body)
    )
  }

  /// Creates a future of the value that a closure returns, on a context of your choice.
  @_disfavoredOverload
  public init(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    run body: @escaping @Sendable () throws(Failure) -> Value
  ) {
    let start = Future<Void, Failure>(value: ())
    start.cell.noteSite(fileID, line)
    let task = HeldTask.needed(on: context)
    self = start.tryMap(on: context, cancellation: token.heeded(by: Failure.self)) {
      () throws(Failure) -> Value in
      guard let task else {
        return try token.asCurrent { () throws(Failure) -> Value in try body() }
      }
      let result = task.run(on: context) {
        token.asCurrent { Result<Value, Failure> { () throws(Failure) in try body() } }
      }
      return try result.get()
    }
  }
}
