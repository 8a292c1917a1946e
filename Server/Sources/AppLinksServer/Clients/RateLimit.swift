import Synchronization

/// The allowances of clients, which refill over time.
///
/// The number of clients is bounded: clients with their whole allowance are forgotten first, and if
/// too many others remain, all are. An attacker with many addresses therefore gains no more than
/// those addresses allow.
final class RateLimit: Sendable {
  private struct Allowance {
    var tokens: Double
    var time: Duration
  }

  private let allowances = Mutex<[String: Allowance]>([:])
  private let maximumClients: Int
  private let now: @Sendable () -> Duration

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - maximumClients: The number of clients to remember.
  ///   - now: A monotonic clock.
  init(maximumClients: Int = 100_000, now: @escaping @Sendable () -> Duration) {
    self.maximumClients = maximumClients
    self.now = now
  }

  /// Takes from the allowance of a client.
  ///
  /// - Parameters:
  ///   - count: The number of URLs.
  ///   - client: The client.
  /// - Returns: Zero, or the number of seconds after which the request would be allowed.
  func take(_ count: Int, from client: Client) -> Int {
    guard let minute = client.limits.urlsPerMinute else { return 0 }
    let rate = Double(minute) / 60
    let time = now()
    return allowances.withLock { allowances in
      if allowances.count >= maximumClients, allowances[client.name] == nil {
        allowances = allowances.filter { (time - $0.value.time) < .seconds(60) }
        if allowances.count >= maximumClients { allowances = [:] }
      }
      var mine = allowances[client.name] ?? Allowance(tokens: Double(minute), time: time)
      let passed = max(0, (time - mine.time) / .seconds(1))
      mine.tokens = min(Double(minute), mine.tokens + passed * rate)
      mine.time = time
      // Otherwise more URLs than a minute allows would never be granted.
      let price = Double(min(count, minute))
      let missing = price - mine.tokens
      if missing <= 0 { mine.tokens -= price }
      allowances[client.name] = mine
      return missing <= 0 ? 0 : max(1, Int((missing / rate).rounded(.up)))
    }
  }
}

extension RateLimit {
  /// Takes from the allowance of a client, or throws if it does not suffice.
  func charge(_ client: Client, _ count: Int) throws(Problem) {
    let seconds = take(count, from: client)
    if seconds > 0 { throw .tooManyRequests(retryAfter: seconds) }
  }
}
