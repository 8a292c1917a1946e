internal import Futures

// For tests of code that starts its timers in another task: wait for the timer, then advance.
extension ManualClock {
  /// Suspends the current task until timers are pending.
  ///
  /// Where several timers may be pending at once, ``waitForTimer(dueAt:patience:)`` says which one
  /// is meant.
  ///
  /// - Parameter count: How many timers have to be pending at the same time. Zero or less does not
  ///   suspend.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  public func waitForPendingTimers(_ count: Int = 1) async throws {
    try await arrival { $0.count >= count }?.wait()
  }

  /// Suspends the current task until a timer is pending that is due at a given time.
  ///
  /// Other timers do not matter, so that the code under test may have any number of them:
  ///
  /// ```swift
  /// try await clock.waitForTimer(dueAt: .init(offset: .seconds(6)))
  /// clock.advance(to: .init(offset: .seconds(6)))
  /// ```
  ///
  /// A task in ``sleep(until:tolerance:)`` counts as a timer.
  ///
  /// - Parameters:
  ///   - deadline: When the timer has to be due, to the attosecond.
  ///   - patience: How long to wait, in real time. It only matters where the timer never comes.
  /// - Throws: ``Stalled`` if there is no such timer after `patience`, or if `deadline` has passed;
  ///   `CancellationError` if the task is cancelled while it waits.
  public func waitForTimer(dueAt deadline: Instant, patience: Duration = .seconds(60)) async throws
  {
    guard let arrival = arrival({ $0.hasTimer(at: deadline) }) else { return }
    let wanted = "A timer that is due at \(deadline.offset)"
    if deadline < now { throw stalled(.timeIsOver, wanted) }
    do {
      try await arrival.wait(upTo: patience)
    } catch is TimeoutError {
      throw stalled(.nothingHappens(within: patience), wanted)
    }
  }

  /// Suspends the current task until a timer is pending that is due in a given time.
  ///
  /// ```swift
  /// try await clock.waitForTimer(dueIn: .seconds(1))
  /// clock.advance(by: .seconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - delay: How far from ``now`` the timer has to be due, to the attosecond. The time is looked
  ///     at once, when this is called.
  ///   - patience: How long to wait, in real time. It only matters where the timer never comes.
  /// - Throws: ``Stalled`` if there is no such timer after `patience`; `CancellationError` if the
  ///   task is cancelled while it waits.
  public func waitForTimer(dueIn delay: Duration, patience: Duration = .seconds(60)) async throws {
    try await waitForTimer(dueAt: now.advanced(by: delay), patience: patience)
  }

  /// A future that succeeds when the timers fulfil a condition, or `nil` if they do already.
  func arrival(_ condition: @escaping @Sendable (ManualTimers) -> Bool) -> Future<Void, any Error>?
  {
    state.withLock { $0.arrivals.promise(at: $0.timers, when: condition) }
  }
}
