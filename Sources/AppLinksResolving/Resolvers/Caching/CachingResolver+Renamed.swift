// The names of releases before 1.0.

public import Foundation

extension CachingResolver {
  /// Creates a resolver with a lifetime for answers, as ``init(_:lifetime:)`` does now.
  @available(*, deprecated, renamed: "init(_:lifetime:)")
  public convenience init(_ base: any AppLinkPageResolving, timeToLive: Duration) {
    self.init(base, lifetime: timeToLive)
  }

  /// Removes the answer for a URL, as ``remove(_:)`` does now.
  @available(*, deprecated, renamed: "remove(_:)")
  public func forget(_ url: URL) { remove(url) }

  /// Removes all answers, as ``removeAll()`` does now.
  @available(*, deprecated, renamed: "removeAll()")
  public func forgetAll() { removeAll() }
}
