internal import Futures

// For tests of code that starts its timers in another task: wait for the timer, then advance.
extension ManualClock {
  /// Suspends the current task until timers are pending.
  ///
  /// If several timers can be pending at once, use ``waitForTimer(dueAt:patience:)`` to wait for a
  /// specific one.
  ///
  /// - Parameter count: The number of timers that must be pending at the same time. Zero or less
  ///   does not suspend.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func waitForPendingTimers(_ count: Int = 1) async throws {
    try await arrival { $0.count >= count }?.wait()
  }

  /// Suspends the current task until a timer with a specific deadline is pending.
  ///
  /// Other timers do not matter:
  ///
  /// ```swift
  /// try await clock.waitForTimer(dueAt: .init(offset: .seconds(6)))
  /// clock.advance(to: .init(offset: .seconds(6)))
  /// ```
  ///
  /// A task in ``sleep(until:tolerance:)`` counts as a timer.
  ///
  /// - Parameters:
  ///   - deadline: The exact deadline of the timer.
  ///   - patience: The longest wait in real time. It matters only if the timer never appears.
  /// - Throws: ``Stalled`` if no such timer appears within `patience`, or if `deadline` has passed;
  ///   `CancellationError` if the task is cancelled while it waits.
  public func waitForTimer(dueAt deadline: Instant, patience: Duration = .seconds(300)) async throws
  {
    guard let arrival = arrival({ $0.hasTimer(at: deadline) }) else { return }
    let wanted = "A timer due at \(deadline.offset)"
    if deadline < now { throw stalled(.timeIsOver, wanted) }
    do {
      try await arrival.wait(upTo: patience)
    } catch is TimeoutError {
      throw stalled(.nothingHappens(within: patience), wanted)
    }
  }

  /// Suspends the current task until a timer is pending that is due after a specific time.
  ///
  /// ```swift
  /// try await clock.waitForTimer(dueIn: .seconds(1))
  /// clock.advance(by: .seconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - delay: The exact distance of the deadline from ``now``, which is read when you call this.
  ///   - patience: The longest wait in real time. It matters only if the timer never appears.
  /// - Throws: ``Stalled`` if no such timer appears within `patience`; `CancellationError` if the
  ///   task is cancelled while it waits.
  public func waitForTimer(dueIn delay: Duration, patience: Duration = .seconds(300)) async throws {
    try await waitForTimer(dueAt: now.advanced(by: delay), patience: patience)
  }

  /// Returns a future that succeeds when the timers fulfill a condition; `nil` if they already do.
  func arrival(_ condition: @escaping @Sendable (ManualTimers) -> Bool) -> Future<Void, any Error>?
  {
    state.withLock { $0.arrivals.promise(at: $0.timers, when: condition) }
  }
}
