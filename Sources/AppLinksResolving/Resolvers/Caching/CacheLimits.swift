/// How much a ``CachingResolver`` remembers, and for how long.
public struct CacheLimits: Sendable, Hashable {
  /// How long an answer is good; zero or less for not at all.
  public var timeToLive: Duration

  /// How long a failure is good, and an answer with a status of 400 or more; zero or less for not
  /// at all.
  ///
  /// A few seconds keep a page that is asked for often from being tried each time while its server
  /// is down.
  public var failureTimeToLive: Duration

  /// The most answers to remember; those not asked for the longest go first.
  public var maximumCount: Int

  /// About how many bytes the answers may take, with their URLs.
  public var maximumBytes: Int

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - timeToLive: How long an answer is good.
  ///   - failureTimeToLive: How long a failure is good, and an answer with a status of 400 or more.
  ///   - maximumCount: The most answers to remember, 0 or more.
  ///   - maximumBytes: About how many bytes the answers may take, 0 or more.
  public init(
    timeToLive: Duration = .seconds(3600),
    failureTimeToLive: Duration = .zero,
    maximumCount: Int = 1000,
    maximumBytes: Int = 8 << 20
  ) {
    self.timeToLive = timeToLive
    self.failureTimeToLive = failureTimeToLive
    self.maximumCount = max(0, maximumCount)
    self.maximumBytes = max(0, maximumBytes)
  }
}
