import Futures

/// Keeps the pages of another handler, with `SharedLoads`.
package struct CachedFuturesPages: PageHandler {
  private let handler: any PageHandler
  private let pages: SharedLoads<Int, ProductPage, any Error>

  /// Creates a handler that keeps no page yet.
  ///
  /// - Parameters:
  ///   - handler: What builds the pages.
  ///   - retention: Which pages to keep, and for how long.
  ///   - clock: What measures the age of pages.
  package init(
    _ handler: any PageHandler,
    keeping retention: PageRetention,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.handler = handler
    pages = SharedLoads(
      keeping: Retention(count: retention.count, lifetime: retention.lifetime(of:)),
      clock: clock
    )
  }

  package func page(_ id: Int) async throws -> ProductPage {
    try await pages.value(for: id) { [handler] in try await handler.page(id) }
  }
}
