/// A clock that can call a closure at a given time without a task that sleeps.
///
/// Every operation here that takes a clock works with any clock whose durations are `Duration`. One
/// that conforms to this protocol schedules the timer itself, so that a clock for tests can run
/// timers inside the call that advances it.
///
/// - Note: On `ContinuousClock` and `SuspendingClock`, operations use a timer of Dispatch, which
///   does not advance while the system sleeps: a time limit that passes during the sleep ends
///   later.
public protocol TimerClock: Clock where Duration == Swift.Duration {
  /// Calls a closure once, after a delay.
  ///
  /// - Parameters:
  ///   - delay: How long to wait; zero or less means as soon as possible.
  ///   - job: The closure. Release it after it ran, and when the timer is cancelled.
  /// - Returns: The timer.
  func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> ScheduledTimer
}

/// A timer that can be cancelled.
public struct ScheduledTimer: Sendable {
  private let stop: @Sendable () -> Void

  /// Creates a timer.
  ///
  /// - Parameter cancel: Removes the timer and releases its closure. Must be harmless when the
  ///   timer has fired, and when it is called again.
  public init(cancel: @escaping @Sendable () -> Void) { stop = cancel }

  /// Cancels the timer; does nothing if it has fired.
  public func cancel() { stop() }
}
