import Futures
import FuturesObservability

/// Builds product pages with futures.
package struct FuturesPageHandler: PageHandler {
  private let upstreams: any FutureUpstreams
  private let limits: PageLimits
  private let clock: any Clock<Duration>

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - upstreams: Where the parts come from.
  ///   - limits: How long to wait, and how often to try.
  ///   - clock: What measures time limits and pauses.
  package init(
    _ upstreams: any FutureUpstreams,
    limits: PageLimits = PageLimits(),
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.upstreams = upstreams
    self.limits = limits
    self.clock = clock
  }

  package func page(_ id: Int) async throws -> ProductPage {
    // The scope ends with the page: what is still running then is cancelled.
    try await withCancellationScope {
      try await zip(product(id), price(id).outcome, reviews(id).outcome)
        .map { product, price, reviews in ProductPage(product, price: price, reviews: reviews) }
        .value
    }
  }

  /// Loads the product from the mirror that answers first.
  private func product(_ id: Int) -> Future<Product, UpstreamError> {
    withFutureSpan("product") { _ in
      // The scope cancels the call of the slower mirror.
      within(limits.product) {
        UpstreamCall.mirrors
          .map { mirror in get(Product.self, from: mirror, id) }
          .firstSuccess()
          .mapError { .noMirror($0.errors) }
      }
    }
  }

  /// Loads the price, and tries again where that may help.
  private func price(_ id: Int) -> Future<Price, UpstreamError> {
    withFutureSpan("price") { _ in
      within(limits.price) {
        Future {
          try await withRetry(RetryPolicy(limits), clock: clock) {
            get(Price.self, from: .prices, id, attempt: RetryPolicy.currentAttempt)
          }
        }
        .mapError { $0 as? UpstreamError ?? .cancelled }
      }
    }
  }

  /// Loads the reviews.
  private func reviews(_ id: Int) -> Future<[Review], UpstreamError> {
    withFutureSpan("reviews") { _ in
      within(limits.reviews) {
        get([Review].self, from: .reviews, id)
      }
    }
  }

  /// Starts work that stops when it takes too long.
  private func within<Part>(
    _ limit: Duration,
    _ work: () -> Future<Part, UpstreamError>
  ) -> Future<Part, UpstreamError> {
    withCancellationScope { work().timeout(limit, clock: clock, orFail: .late(limit)) }
  }

  private func get<Answer: Decodable & Sendable>(
    _ type: Answer.Type,
    from upstream: UpstreamCall.Upstream,
    _ id: Int,
    attempt: Int = 1
  ) -> Future<Answer, UpstreamError> {
    let call = UpstreamCall(to: upstream, id: id, attempt: attempt)
    return withFutureSpan("\(call)", ofKind: .client) { _ in
      upstreams.get(call).flatMap { bytes in
        Future { () throws(UpstreamError) in try UpstreamError.decode(type, from: bytes) }
      }
    }
  }
}

extension Future {
  /// The outcome as a value, for parts that a page can do without.
  fileprivate var outcome: Future<Result<Value, Failure>, Never> {
    map { .success($0) }.recover { .failure($0) }
  }
}

extension RetryPolicy {
  /// Creates the policy for calls of upstreams.
  ///
  /// - Parameter limits: How often to try, and how long to pause.
  init(_ limits: PageLimits) {
    self.init(
      attempts: limits.attempts,
      backoff: .exponential(initial: limits.firstPause),
      shouldRetry: { error, _ in (error as? UpstreamError)?.isTransient == true }
    )
  }
}
