/// Which pages a handler with a cache keeps, and for how long.
///
/// Two types keep the pages of another handler, and do the same: ``CachedFuturesPages`` and
/// ``CachedTasksPages``.
///
/// - Requests for a page that is being built share it. A request that is cancelled leaves the
///   others alone, and the last one to leave cancels the calls of upstreams.
/// - A page with missing parts is sent to those who share it, but not kept. Neither is an error.
/// - The least recently used page makes room for another.
package struct PageRetention: Sendable {
  /// How long a page is kept.
  package var lifetime: Duration
  /// The most pages to keep.
  package var count = 10_000

  /// Creates a retention.
  ///
  /// - Parameter lifetime: How long a page is kept.
  package init(for lifetime: Duration) { self.lifetime = lifetime }

  /// Returns how long to keep a page.
  func lifetime(of page: ProductPage) -> Duration { page.missing.isEmpty ? lifetime : .zero }
}
