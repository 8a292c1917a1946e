/// A type that builds product pages out of the answers of upstreams.
///
/// Two types implement it, which answer the same: ``FuturesPageHandler`` and ``TasksPageHandler``.
///
/// - The product comes from two mirrors at once. The first success wins, and the call of the other
///   mirror is cancelled. Without the product there is no page.
/// - The price is tried several times, with growing pauses.
/// - Each part has a time limit. Price and reviews may be missing.
/// - If the task is cancelled, so are the calls that are under way.
package protocol PageHandler: Sendable {
  /// Builds the page of a product.
  ///
  /// - Parameter id: The number of the product.
  /// - Returns: The page, from which the price or the reviews may be missing.
  /// - Throws: ``UpstreamError`` if the product itself could not be loaded; an error for which
  ///   ``isCancellation(_:)`` returns true if the task is cancelled.
  func page(_ id: Int) async throws -> ProductPage
}

/// The names of the two implementations of ``PageHandler``, as in the paths of the server.
package enum PageStyle: String, CaseIterable, Sendable {
  /// Written with futures.
  case tenon
  /// Written with structured concurrency only.
  case tasks
}
