/// Limits retries to a share of the calls, so that they do not multiply an outage.
///
/// ```swift
/// let budget = RetryBudget()
/// let policy = RetryPolicy(attempts: 3).within(budget)
/// ```
///
/// While a backend is down, three attempts for each call are three times the load. With a budget,
/// a fifth of the load is added at most, and ten retries per second. Share one budget among all
/// calls of one backend.
///
/// Calls and retries count for ten seconds. If the budget is used up, a call throws its last error
/// without another attempt. A ``withHedge(after:attempts:budget:clock:_:)`` in a
/// ``withRetry(_:clock:_:)->Value`` with the same budget is part of its call.
public final class RetryBudget: Sendable {
  private static let seconds = 10

  private let ratio: Double
  /// The retries within the window that need no calls.
  private let reserve: Double
  private let time: Stopwatch
  private let recent = Locked(RecentCalls(over: .seconds(RetryBudget.seconds)))

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - ratio: The number of retries for each call, from 0 to 1. Anything else is taken as the
  ///     nearest of these and reported to ``Diagnostics``.
  ///   - minimumPerSecond: The number of retries per second that are allowed in addition, for
  ///     times with few calls; zero or more.
  ///   - clock: The clock that calls and retries age on.
  public init(
    ratio: Double = 0.2,
    minimumPerSecond: Int = 10,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    Diagnostics.checkShare(ratio, of: "RetryBudget(ratio:)")
    self.ratio = ratio > 0 ? min(ratio, 1) : 0
    reserve = Double(max(0, minimumPerSecond)) * Double(Self.seconds)
    time = Stopwatch(clock)
  }

  /// The budget that has counted the call of which the current work is an attempt.
  @TaskLocal private static var counting: RetryBudget?

  /// Runs an attempt of a call that a budget, if there is one, has counted.
  static func counting<Value>(with budget: RetryBudget?, _ attempt: () -> Value) -> Value {
    guard let budget, counting !== budget else { return attempt() }
    return $counting.withValue(budget, operation: attempt)
  }

  /// The same for an attempt that awaits.
  nonisolated(nonsending) static func counting<Value>(
    with budget: RetryBudget?,
    _ attempt: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    guard let budget, counting !== budget else { return try await attempt() }
    return try await $counting.withValue(budget) { try await attempt() }
  }

  /// Counts a call, which may be tried again, unless the work is an attempt of one that is counted.
  func addCall() {
    if Self.counting === self { return }
    let now = time.now()
    recent.withLock { $0.add(calls: 1, at: now) }
  }

  /// Takes one retry.
  ///
  /// - Returns: Whether there was one.
  func takeRetry() -> Bool {
    let now = time.now()
    return recent.withLock { recent in
      recent.slide(to: now)
      if Double(recent.marked + 1) > ratio * Double(recent.calls) + reserve { return false }
      recent.add(marked: 1, at: now)
      return true
    }
  }
}
