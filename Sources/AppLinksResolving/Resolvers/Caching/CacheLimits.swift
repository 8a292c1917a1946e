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
