/// The size of a ``CachingResolver`` and the lifetime of its answers.
public struct CacheLimits: Sendable, Hashable {
  let lifetime: Duration
  let failureLifetime: Duration
  let count: Int
  let totalBytes: Int

  /// Creates limits.
  ///
  /// With a lifetime of a few seconds for failures, a page that is resolved often is not requested
  /// each time while its server is down. The least recently used answers are removed first.
  ///
  /// - Parameters:
  ///   - lifetime: The lifetime of an answer; zero or less disables caching.
  ///   - failureLifetime: The lifetime of a failure, and of an answer with a status of 400 or more;
  ///     zero or less disables caching.
  ///   - count: The maximum number of cached answers, 0 or more.
  ///   - totalBytes: The approximate maximum size of the cached answers and their URLs, in bytes, 0
  ///     or more.
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
