/// Which redirects an ``HTTPResolver`` follows.
public struct RedirectPolicy: Sendable, Hashable {
  /// The most redirects to follow, 0 or more.
  public var maximumCount: Int

  /// Whether to follow a redirect from `https` to `http`, on which the page could be changed by
  /// others.
  public var allowsDowngrade: Bool

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - maximumCount: The most redirects to follow, 0 or more.
  ///   - allowsDowngrade: Whether to follow a redirect from `https` to `http`.
  public init(maximumCount: Int = 10, allowsDowngrade: Bool = false) {
    self.maximumCount = maximumCount
    self.allowsDowngrade = allowsDowngrade
  }
}
