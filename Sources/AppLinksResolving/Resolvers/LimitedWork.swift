internal import Futures

/// Makes a future of work that must end in time.
///
/// Cancelling the future stops the work, as being late does.
///
/// - Parameters:
///   - limit: How long the work may take.
///   - clock: Measures that.
///   - token: Once cancelled, the future is cancelled.
///   - work: The work, which runs in a task of its own.
///   - late: Makes the error for being late.
/// - Returns: The future.
func futureOf<Value: Sendable>(
  atMost limit: Duration,
  clock: any Clock<Duration>,
  cancellation token: CancellationToken,
  _ work: @escaping @Sendable () async throws -> Value,
  orFail late: @escaping @Sendable () -> any Error
) -> Future<Value, any Error> {
  let source = CancellationSource(linkedTo: token)
  let future = Future(cancellation: source.token, operation: work)
    .timeout(limit, clock: clock, orFail: late())
  future.whenSettled {
    source.cancel()
    source.dispose()
  }
  return future
}
