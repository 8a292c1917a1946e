/// The state of a ``CircuitBreaker``: a value with pure transitions.
///
/// A transition takes the time as an argument: that since the creation of the breaker.
/// `CircuitStateTests` compares random walks with a plain model.
struct CircuitState: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    /// All calls are admitted.
    case closed
    /// Calls are refused for a time.
    case open(since: Duration)
    /// The next call is a trial; while there is one, the others are refused for a time.
    case halfOpen(trialSince: Duration?)
  }

  /// How a call has ended.
  enum Outcome: Hashable, Sendable, CaseIterable {
    case success
    case failure
    /// It tells nothing about the backend.
    case neither
  }

  private let failureRate: Double
  private let minimumCalls: Int
  private let openDuration: Duration
  private var recent: RecentCalls

  private(set) var phase = Phase.closed
  /// The number of changes of the phase: a call counts if there was none while it ran.
  private(set) var changes: UInt64 = 0

  init(failureRate: Double, minimumCalls: Int, window: Duration, openDuration: Duration) {
    self.failureRate = failureRate > 0 ? min(failureRate, 1) : 0
    self.minimumCalls = max(1, minimumCalls)
    self.openDuration = min(max(.zero, openDuration), .longestTimer)
    recent = RecentCalls(over: window)
  }

  /// Admits a call.
  ///
  /// - Returns: What to call ``end(_:with:at:)`` with.
  /// - Throws: ``CircuitOpen`` if it is refused.
  mutating func admit(at now: Duration) throws(CircuitOpen) -> UInt64 {
    if phase == .closed { return changes }
    if let rest = timeToWait(at: now) { throw CircuitOpen(retryAfter: rest) }
    enter(.halfOpen(trialSince: now))
    return changes
  }

  /// Counts a call that was admitted.
  mutating func end(_ admission: UInt64, with outcome: Outcome, at now: Duration) {
    if admission != changes { return }
    switch (phase, outcome) {
    case (.closed, .success):
      recent.add(calls: 1, at: now)
    case (.closed, .failure):
      recent.add(calls: 1, marked: 1, at: now)
      let limit = failureRate * Double(recent.calls)
      if recent.calls >= minimumCalls, Double(recent.marked) >= limit { enter(.open(since: now)) }
    case (.halfOpen, .success):
      recent.removeAll(at: now)
      enter(.closed)
    case (.halfOpen, .failure):
      enter(.open(since: now))
    case (.halfOpen, .neither):
      enter(.halfOpen(trialSince: nil))
    case (.closed, .neither), (.open, _):
      break
    }
  }

  /// The state that clients see.
  func state(at now: Duration) -> CircuitBreaker.State {
    switch phase {
    case .closed: .closed
    case .open: timeToWait(at: now) == nil ? .halfOpen : .open
    case .halfOpen: .halfOpen
    }
  }

  /// How long calls are refused; `nil` if the next one is admitted.
  ///
  /// A time that is a little too early is that of a thread which came late. If the clock was set
  /// back further, the time that has passed is unknown, and is over.
  private func timeToWait(at now: Duration) -> Duration? {
    switch phase {
    case .closed, .halfOpen(trialSince: nil):
      return nil
    case .open(let since), .halfOpen(.some(let since)):
      let rest = since + openDuration - now
      if rest <= .zero || now + openDuration <= since { return nil }
      return min(rest, openDuration)
    }
  }

  private mutating func enter(_ phase: Phase) {
    self.phase = phase
    changes += 1
  }
}
