import Tracing

/// Builds product pages with structured concurrency only.
package struct TasksPageHandler: PageHandler {
  private let upstreams: any AsyncUpstreams
  private let limits: PageLimits
  private let clock: any Clock<Duration>

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - upstreams: Where the parts come from.
  ///   - limits: How long to wait, and how often to try.
  ///   - clock: What measures time limits and pauses.
  package init(
    _ upstreams: any AsyncUpstreams,
    limits: PageLimits = PageLimits(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.upstreams = upstreams
    self.limits = limits
    self.clock = clock
  }

  package func page(_ id: Int) async throws -> ProductPage {
    async let price = outcome { try await self.price(id) }
    async let reviews = outcome { try await self.reviews(id) }
    // If this throws, the two others are cancelled, and have ended before the error is thrown.
    let product = try await product(id)
    let page = await ProductPage(product, price: price, reviews: reviews)
    try Task.checkCancellation()
    return page
  }

  /// Loads the product from the mirror that answers first.
  private func product(_ id: Int) async throws -> Product {
    try await withSpan("product") { _ in
      try await withTimeout(limits.product, clock: clock) {
        try await firstSuccess(of: UpstreamCall.mirrors) { mirror in
          try await get(Product.self, from: mirror, id)
        }
      }
    }
  }

  /// Loads the price, and tries again where that may help.
  private func price(_ id: Int) async throws -> Price {
    try await withSpan("price") { _ in
      try await withTimeout(limits.price, clock: clock) {
        try await retrying(limits.attempts, firstPause: limits.firstPause, clock: clock) {
          attempt in try await get(Price.self, from: .prices, id, attempt: attempt)
        }
      }
    }
  }

  /// Loads the reviews.
  private func reviews(_ id: Int) async throws -> [Review] {
    try await withSpan("reviews") { _ in
      try await withTimeout(limits.reviews, clock: clock) {
        try await get([Review].self, from: .reviews, id)
      }
    }
  }

  private func get<Answer: Decodable & Sendable>(
    _ type: Answer.Type,
    from upstream: UpstreamCall.Upstream,
    _ id: Int,
    attempt: Int = 1
  ) async throws -> Answer {
    let call = UpstreamCall(to: upstream, id: id, attempt: attempt)
    return try await withSpan("\(call)", ofKind: .client) { _ in
      try UpstreamError.decode(type, from: try await upstreams.get(call))
    }
  }
}
