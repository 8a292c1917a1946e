extension Latest {
  /// Starts work after a pause, unless other work supersedes it in the meantime.
  ///
  /// For input that comes in bursts, such as the text of a search field: work is started once no
  /// call has come for the length of the pause.
  ///
  /// ```swift
  /// latest.debounce(.milliseconds(300)) { [client] in client.search(text) }
  /// ```
  ///
  /// ![Only the last of three calls starts work, after a pause.](debounce)
  ///
  /// Work that was started before is cancelled now, not after the pause, and the timer of work that
  /// has not started yet is removed.
  ///
  /// On task-local values, see <doc:TaskLocalValues>.
  ///
  /// - Parameters:
  ///   - pause: How long to wait. Zero or less still uses the clock.
  ///   - clock: The clock to wait on.
  ///   - token: When it is cancelled, the returned future is cancelled; by default, the token of
  ///     the current scope.
  ///   - body: Starts the work; an error that it throws fails the returned future. Called at most
  ///     once, and released then or when the work is superseded. It runs where it is written. If it
  ///     captures the owner of this object, the owner lives until the pause is over, and the work
  ///     starts; see ``debounce(_:for:clock:cancellation:_:)-5o5w4``.
  /// - Returns: A future with the outcome of the work, which settles where `body` runs. It is
  ///   cancelled when other work supersedes it. Cancelling it removes the timer, or cancels the
  ///   future that `body` returned.
  @discardableResult
  public func debounce(
    _ pause: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .current,
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    debounce(
      pause,
      clock: clock,
      on: ExecutionContext(isolation: body.isolation),
      cancellation: token,
      withoutIsolation(throwing: body)
    )
  }

  /// Starts work after a pause, on a context of your choice, unless other work supersedes it
  /// in the meantime.
  @discardableResult
  package func debounce(
    _ pause: Duration,
    clock: any Clock<Duration> = ContinuousClock(),
    on context: ExecutionContext,
    cancellation token: CancellationToken = .current,
    _ body: @escaping @Sendable () throws(Failure) -> Future<Value, Failure>
  ) -> Future<Value, Failure> {
    begin(after: (pause, clock), on: context, cancellation: token) { _ in Future(catching: body) }
  }
}
