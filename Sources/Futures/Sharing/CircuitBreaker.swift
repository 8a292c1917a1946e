/// Refuses calls of a backend that keeps failing, and tries again after a while.
///
/// ```swift
/// let breaker = CircuitBreaker()
///
/// let page = try await breaker.withPermit {
///   try await client.page(url)
/// }
/// ```
///
/// Share one breaker among all calls of one backend:
///
/// - While the circuit is *closed*, all calls go through. It opens when a call fails and the share
///   of failures within the window has reached `failureRate`.
/// - While it is *open*, calls throw ``CircuitOpen`` at once, and the backend can recover.
/// - After `openDuration` it is *half-open*. The next call is a trial: its success closes the
///   circuit, its failure opens it again, and other calls are refused meanwhile. If the trial takes
///   longer than `openDuration`, another call takes its place.
///
/// How a call counts:
///
/// | A call that | Counts as |
/// |---|---|
/// | returns | a success |
/// | throws an error | a failure, or a success if `isFailure` returns false |
/// | throws after its ``Deadline`` | a failure: it was too late |
/// | is cancelled, and ends before | neither; a trial gives its place to the next call |
/// | throws ``LimitExceeded`` or ``CircuitOpen`` | the same: no work has begun |
/// | began before the state of the circuit changed | neither |
///
/// A call counts when it ends. So that the breaker learns of a backend that hangs, give the calls a
/// time limit.
public final class CircuitBreaker: Sendable {
  /// Whether calls go through.
  public enum State: Hashable, Sendable {
    /// All calls go through.
    case closed
    /// No call goes through.
    case open
    /// One call goes through, to try the backend.
    case halfOpen
  }

  private let circuit: Locked<CircuitState>
  private let time: Stopwatch
  private let isFailure: @Sendable (any Error) -> Bool

  /// Creates a breaker whose circuit is closed.
  ///
  /// - Parameters:
  ///   - failureRate: The share of failures, from 0 to 1, at which the circuit opens. Anything else
  ///     is taken as the nearest of these and reported to ``Diagnostics``.
  ///   - minimumCalls: The fewest calls within the window for the circuit to open; 1 or more.
  ///   - window: How long a call counts, to a tenth.
  ///   - openDuration: How long calls are refused before one tries the backend.
  ///   - clock: The clock for both.
  ///   - isFailure: Whether an error tells that the backend does not work; by default, all do. An
  ///     answer such as a status of 404 does not.
  public init(
    failureRate: Double = 0.5,
    minimumCalls: Int = 20,
    window: Duration = .seconds(10),
    openDuration: Duration = .seconds(5),
    clock: any Clock<Duration> = ContinuousClock(),
    isFailure: @escaping @Sendable (_ error: any Error) -> Bool = { _ in true }
  ) {
    Diagnostics.checkShare(failureRate, of: "CircuitBreaker(failureRate:)")
    circuit = Locked(
      CircuitState(
        failureRate: failureRate,
        minimumCalls: minimumCalls,
        window: window,
        openDuration: openDuration
      )
    )
    time = Stopwatch(clock)
    self.isFailure = isFailure
  }

  /// Whether calls go through now, for metrics.
  public var state: State {
    let now = time.now()
    return circuit.withLock { $0.state(at: now) }
  }

  /// Makes a call, unless the circuit is open.
  ///
  /// - Parameter body: The call. It runs in the current task, where the caller runs.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; without running it, ``CircuitOpen``, or `CancellationError` if
  ///   the current task is cancelled.
  @inlinable
  public nonisolated(nonsending) func withPermit<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let admission = try admit()
    do {
      let value = try await settle(body())
      end(admission)
      return value
    } catch {
      end(admission, after: error)
      throw error
    }
  }

  @usableFromInline
  func admit() throws -> UInt64 {
    let now = time.now()
    return try circuit.withLock { try $0.admit(at: now) }
  }

  @usableFromInline
  func end(_ admission: UInt64) { end(admission, with: .success) }

  @usableFromInline
  func end(_ admission: UInt64, after error: any Error) {
    end(admission, with: outcome(of: error))
  }

  private func end(_ admission: UInt64, with outcome: CircuitState.Outcome) {
    let now = time.now()
    circuit.withLock { $0.end(admission, with: outcome, at: now) }
  }

  private func outcome(of error: any Error) -> CircuitState.Outcome {
    if Deadline.current?.remaining == .zero { return .failure }
    let isCancelled = Task.isCancelled || CancellationToken.current.isCancelled
    if isCancelled || isCancellation(error) { return .neither }
    if error is LimitExceeded || error is CircuitOpen { return .neither }
    return isFailure(error) ? .failure : .success
  }
}
