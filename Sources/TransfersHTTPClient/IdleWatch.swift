#if AsyncHTTPClient
internal import Foundation
internal import Futures

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// A limit for the time that work waits for the network without a sign of it.
///
/// A client has such limits for all of its requests, and its connections are its own. A limit for a
/// single request therefore does not belong into a client.
package final class IdleWatch: Sendable {
  private static let longest = Duration.seconds(86_400)

  private let limit: Duration
  private let clock: any Clock<Duration>
  private let time: Stopwatch
  private let last: Locked<Duration>

  fileprivate init(limit: Duration, clock: any Clock<Duration>) {
    self.limit = min(max(limit, .milliseconds(1)), Self.longest)
    self.clock = clock
    time = Stopwatch(clock)
    last = Locked(time.now())
  }

  /// Records a sign of the network, or that work has begun to wait for it.
  package func touch() {
    let now = time.now()
    last.withLock { $0 = now }
  }

  /// Waits until nothing was recorded for as long as the limit.
  fileprivate func expire() async throws {
    while true {
      let rest = last.withLock { $0 } + limit - time.now()
      if rest <= .zero { return }
      try await clock.sleep(for: rest)
    }
  }
}

/// Runs work that records signs of the network, and cancels it if there is none for too long.
///
/// - Parameters:
///   - limit: The longest time without a sign, from a millisecond to a day.
///   - clock: Measures that time.
///   - body: The work.
/// - Returns: The value of `body`.
/// - Throws: `URLError.timedOut`, or the error of `body`.
package func withIdleWatch<Output: Sendable>(
  limit: Duration,
  clock: any Clock<Duration> = ContinuousClock(),
  _ body: @escaping @Sendable (IdleWatch) async throws -> Output
) async throws -> Output {
  let watch = IdleWatch(limit: limit, clock: clock)
  return try await withThrowingTaskGroup(of: End<Output>.self) { group in
    group.addTask { .completed(try await body(watch)) }
    group.addTask {
      try await watch.expire()
      return .expired
    }
    defer { group.cancelAll() }
    switch try await group.next() {
    case .completed(let output)?: return output
    case .expired?, nil: throw URLError(.timedOut)
    }
  }
}

/// The end of work, or of the wait for it.
private enum End<Output: Sendable>: Sendable {
  case completed(Output)
  case expired
}
#endif
