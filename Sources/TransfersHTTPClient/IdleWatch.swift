#if AsyncHTTPClient
internal import Foundation
internal import Futures

/// A limit on the time that the requests of a transfer wait without network activity.
///
/// The limits of a client apply to all of its requests and connections. The limit of a single
/// request is therefore kept outside the client.
package final class IdleWatch: Sendable {
  private static let longest = Duration.seconds(86_400)

  /// A closure in a struct, because a bare closure would be wrapped to fit a generic container.
  private struct Action: Sendable {
    let run: @Sendable () -> Void
  }

  private struct State {
    var limit = Duration.zero
    /// The time of the last activity.
    var last = Duration.zero
    /// The number of timers so far; only the last one counts.
    var timerCount = 0
    var timer: ScheduledTimer?
    var hasExpired = false
    /// Whether there are no more requests.
    var isOver = false
    var expire: Action?
  }

  private let executor: TransferExecutor?
  private let clock: any Clock<Duration>
  private let time: Stopwatch
  private let state = Locked(State())

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - executor: The executor of the transfer, if it has one. While the transfer is busy there it
  ///     does not wait for the network, so the time is checked between its jobs.
  ///   - clock: The clock that measures the time.
  package init(on executor: TransferExecutor?, clock: any Clock<Duration> = ContinuousClock()) {
    self.executor = executor
    self.clock = clock
    time = Stopwatch(clock)
  }

  /// Whether there was no activity for as long as the limit.
  package var hasExpired: Bool { state.withLock { $0.hasExpired } }

  /// Sets the closure to call when the limit has expired, which is called at once if it already
  /// has.
  ///
  /// - Parameter expire: A closure that ends the request; released by ``end()``.
  package func onExpiry(_ expire: @escaping @Sendable () -> Void) {
    let hasExpired = state.withLock { state in
      if !state.isOver { state.expire = Action(run: expire) }
      return state.hasExpired
    }
    if hasExpired { expire() }
  }

  /// Begins to wait for the network.
  ///
  /// - Parameter limit: The longest time without activity, from a millisecond to a day.
  package func start(limit: Duration) {
    let now = time.now()
    let limit = min(max(limit, .milliseconds(1)), Self.longest)
    state.withLock { ($0.limit, $0.last) = (limit, now) }
    wait(for: limit)
  }

  /// Records network activity, or that work has begun to wait for the network.
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
      guard let self else { return }
      guard let executor else { return look(number) }
      executor.submit { [weak self] in self?.look(number) }
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
