#if AsyncHTTPClient
internal import Foundation
internal import Futures

/// A limit for the time that requests of a transfer wait for the network without a sign of it.
///
/// A client has such limits for all of its requests, and its connections are its own. A limit for a
/// single request therefore does not belong into a client.
package final class IdleWatch: Sendable {
  private static let longest = Duration.seconds(86_400)

  /// A closure in a struct: bare, it would be wrapped to fit a generic container.
  private struct Action: Sendable {
    let run: @Sendable () -> Void
  }

  private struct State {
    var limit = Duration.zero
    /// The time of the last sign.
    var last = Duration.zero
    /// The number of timers so far; only the last one is of use.
    var timerCount = 0
    var timer: ScheduledTimer?
    var hasExpired = false
    /// Whether there are no more requests.
    var isOver = false
    var expire: Action?
  }

  private let executor: TransferExecutor
  private let clock: any Clock<Duration>
  private let time: Stopwatch
  private let state = Locked(State())

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - executor: Where the transfer works. While it is busy there it does not wait for the
  ///     network, so the time is looked at between its jobs.
  ///   - clock: Measures the time.
  package init(on executor: TransferExecutor, clock: any Clock<Duration> = ContinuousClock()) {
    self.executor = executor
    self.clock = clock
    time = Stopwatch(clock)
  }

  /// Whether there was no sign for as long as the limit.
  package var hasExpired: Bool { state.withLock { $0.hasExpired } }

  /// Sets what happens when the time is over; called at once if it is.
  ///
  /// - Parameter expire: Ends the request; released by ``end()``.
  package func onExpiry(_ expire: @escaping @Sendable () -> Void) {
    let hasExpired = state.withLock { state in
      if !state.isOver { state.expire = Action(run: expire) }
      return state.hasExpired
    }
    if hasExpired { expire() }
  }

  /// Begins to wait for the network.
  ///
  /// - Parameter limit: The longest time without a sign, from a millisecond to a day.
  package func start(limit: Duration) {
    let now = time.now()
    let limit = min(max(limit, .milliseconds(1)), Self.longest)
    state.withLock { ($0.limit, $0.last) = (limit, now) }
    wait(for: limit)
  }

  /// Records a sign of the network, or that work has begun to wait for it.
  package func touch() {
    let now = time.now()
    state.withLock { $0.last = now }
  }

  /// Ends the wait for the network.
  package func stop() {
    let timer = state.withLock { state in
      state.timerCount += 1
      defer { state.timer = nil }
      return state.timer
    }
    timer?.cancel()
  }

  /// Ends the watch.
  package func end() {
    stop()
    let expire = state.withLock { state in
      state.isOver = true
      defer { state.expire = nil }
      return state.expire
    }
    withExtendedLifetime(expire) {}
  }

  private func wait(for rest: Duration) {
    let number = state.withLock { state in
      state.timerCount += 1
      return state.timerCount
    }
    let timer = startTimer(after: rest, clock: clock) { [weak self] in
      self?.executor.submit { [weak self] in self?.look(number) }
    }
    let isStopped = state.withLock { state in
      if state.timerCount == number { state.timer = timer }
      return state.timerCount != number
    }
    if isStopped { timer?.cancel() }
  }

  private func look(_ number: Int) {
    let now = time.now()
    let (rest, expire) = state.withLock { state -> (Duration?, Action?) in
      guard state.timerCount == number else { return (nil, nil) }
      let rest = state.last + state.limit - now
      if rest > .zero { return (rest, nil) }
      state.hasExpired = true
      return (nil, state.expire)
    }
    expire?.run()
    if let rest { wait(for: rest) }
  }
}
#endif
