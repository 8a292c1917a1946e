// The names of releases before 1.0.

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
