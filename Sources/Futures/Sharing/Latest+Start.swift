extension Latest {
  /// Starts work, and cancels the work that was started before.
  ///
  /// ```swift
  /// latest.start { self.search(text) }.onSuccess { self.show($0) }
  /// ```
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work; an error that it throws fails the returned future. Called at most
  ///     once, and released then. Runs where it is written.
  /// - Returns: A future with the outcome of the work, which settles where `body` runs. It is
  ///   cancelled when other work is started. Cancelling it cancels the future that `body` returned.
  @discardableResult
  public func start(
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    start(
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(throwing: body)
    )
  }

  /// Starts work on a context of your choice, and cancels the work that was started before.
  @discardableResult
  package func start(
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    begin(on: context, cancellation: token) { _ in Future(catching: body) }
  }
}
