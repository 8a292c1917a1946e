/// The size of a ``CachingResolver`` and the lifetime of its answers.
public struct CacheLimits: Sendable, Hashable {
  /// The lifetime of an answer.
  ///
  /// Zero or less disables caching.
  public var lifetime: Duration

  /// The lifetime of a failure, and of an answer with a status of 400 or more.
  ///
  /// Zero or less disables caching.
  ///
  /// With a few seconds, a page that is resolved often is not requested each time while its server
  /// is down.
  public var failureLifetime: Duration

  /// The maximum number of cached answers.
  ///
  /// The least recently used answers are removed first.
  public var count: Int

  /// The approximate maximum size of the cached answers and their URLs, in bytes.
  public var totalBytes: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - lifetime: The lifetime of an answer.
  ///   - failureLifetime: The lifetime of a failure, and of an answer with a status of 400 or
  ///     more.
  ///   - count: The maximum number of cached answers, 0 or more.
  ///   - totalBytes: The approximate maximum size of the cached answers, 0 or more.
  public init(
    lifetime: Duration = .seconds(3600),
    failureLifetime: Duration = .zero,
    count: Int = 1000,
    totalBytes: Int = 8 << 20
  ) {
    self.lifetime = lifetime
    self.failureLifetime = failureLifetime
    self.count = max(0, count)
    self.totalBytes = max(0, totalBytes)
  }
}

// MARK: - The names of releases before 1.0

extension CacheLimits {
  /// The lifetime of an answer, as ``lifetime`` is now.
  @available(*, deprecated, renamed: "lifetime")
  public var timeToLive: Duration {
    get { lifetime }
    set { lifetime = newValue }
  }

  /// The lifetime of a failure, as ``failureLifetime`` is now.
  @available(*, deprecated, renamed: "failureLifetime")
  public var failureTimeToLive: Duration {
    get { failureLifetime }
    set { failureLifetime = newValue }
  }

  /// The maximum number of cached answers, as ``count`` is now.
  @available(*, deprecated, renamed: "count")
  public var maximumCount: Int {
    get { count }
    set { count = newValue }
  }

  /// The approximate maximum size of the cached answers, as ``totalBytes`` is now.
  @available(*, deprecated, renamed: "totalBytes")
  public var maximumBytes: Int {
    get { totalBytes }
    set { totalBytes = newValue }
  }

  /// Creates limits, with the labels of releases before 1.0.
  @available(
    *,
    deprecated,
    renamed: "init(lifetime:failureLifetime:count:totalBytes:)"
  )
  public init(
    timeToLive: Duration,
    failureTimeToLive: Duration = .zero,
    maximumCount: Int = 1000,
    maximumBytes: Int = 8 << 20
  ) {
    self.init(
      lifetime: timeToLive,
      failureLifetime: failureTimeToLive,
      count: maximumCount,
      totalBytes: maximumBytes
    )
  }
}
