/// Work that has not started: a recipe for a future.
///
/// Futures are hot: their work runs whether anybody waits or not. A deferred future is cold, and makes a
/// fresh one each time it is started.
///
/// ```swift
/// let refresh = Deferred { download(feed) }
/// let first = refresh.start()
/// let again = refresh.start()
/// ```
public struct Deferred<Value: Sendable, Failure: Error>: Sendable {
  private let body: @Sendable () -> Future<Value, Failure>

  /// Makes a recipe.
  ///
  /// - Parameter body: Starts the work. Called once per start, on the thread that starts it.
  public init(_ body: @escaping @Sendable () -> Future<Value, Failure>) { self.body = body }

  /// Starts the work.
  ///
  /// - Returns: A new future.
  public func start() -> Future<Value, Failure> { body() }

  /// Starts the work, and again after failures.
  ///
  /// - Parameters:
  ///   - policy: How often, after which pause, and after which errors to try again.
  ///   - clock: The clock for the pauses.
  ///   - token: Once cancelled, no attempt is started any more and the result is cancelled.
  /// - Returns: A future with the first value, or with the error of the last attempt.
  public func retry(
    _ policy: RetryPolicy,
    clock: any Clock<Duration> = ContinuousClock(),
    cancellation token: CancellationToken = .none
  ) -> Future<Value, Failure> {
    .retry(policy, clock: clock, cancellation: token) { _ in body() }
  }
}
