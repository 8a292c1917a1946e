extension Latest {
  /// Starts work after a pause, unless other work supersedes it or the owner of the closure is
  /// released meanwhile.
  ///
  /// ```swift
  /// latest.debounce(.milliseconds(300), for: self) { model in model.client.search(text) }
  ///   .onSuccess(for: self) { model, items in model.items = items }
  /// ```
  ///
  /// A pause does not keep the owner alive: once it is released, nothing is started any more, and
  /// the returned future is cancelled. Otherwise like the other `debounce`.
  ///
  /// `body` has the task-local values of the code that calls this method, whenever the work starts;
  /// see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - pause: How long to wait. Zero or less still uses the clock.
  ///   - owner: The object that the closure belongs to. It is held weakly during the pause and
  ///     passed to the closure, which need not capture it.
  ///   - clock: The clock to wait on.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work; what it throws fails the returned future. Called at most once, and
  ///     released then or when the work is superseded. Runs where it is written.
  /// - Returns: A future with the outcome of the work, which settles where `body` runs. It is
  ///   cancelled when other work supersedes it. Cancelling it removes the timer, or cancels the
  ///   future that `body` returned.
  @discardableResult
  public func debounce<Owner: AnyObject & Sendable>(
    _ pause: Duration,
    for owner: Owner,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (_ owner: Owner) throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    let context = ExecutionContext(isolation: body.isolation)
    let call: @Sendable (Owner) throws(Failure) -> Future<Value, Failure> = withoutIsolation(body)
    return begin(after: (pause, clock), on: context, cancellation: token) { [weak owner] _ in
      guard let owner else { return Future(cell: .cancelled(as: Failure.self)) }
      return Future(catching: { () throws(Failure) in try call(owner) })
    }
  }
}
