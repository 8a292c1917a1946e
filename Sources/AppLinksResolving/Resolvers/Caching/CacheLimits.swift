/// The size of a ``CachingResolver`` and the lifetime of its answers.
public struct CacheLimits: Sendable, Hashable {
  /// The lifetime of an answer.
  ///
  /// Zero or less disables caching.
  public var timeToLive: Duration

  /// The lifetime of a failure, and of an answer with a status of 400 or more.
  ///
  /// Zero or less disables caching.
  ///
  /// With a few seconds, a page that is resolved often is not requested each time while its server
  /// is down.
  public var failureTimeToLive: Duration

  /// The maximum number of cached answers.
  ///
  /// The least recently used answers are removed first.
  public var maximumCount: Int

  /// The approximate maximum size of the cached answers and their URLs, in bytes.
  public var maximumBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - timeToLive: The lifetime of an answer.
  ///   - failureTimeToLive: The lifetime of a failure, and of an answer with a status of 400 or
  ///     more.
  ///   - maximumCount: The maximum number of cached answers, 0 or more.
  ///   - maximumBytes: The approximate maximum size of the cached answers, 0 or more.
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
