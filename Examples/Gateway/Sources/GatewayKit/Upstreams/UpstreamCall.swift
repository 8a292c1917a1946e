/// A call of an upstream.
package struct UpstreamCall: Hashable, Sendable, CustomStringConvertible {
  /// The upstreams, as in the paths of their server.
  package enum Upstream: String, CaseIterable, Sendable {
    /// The catalogue.
    case catalogueA = "catalogue-a"
    /// A mirror of the catalogue.
    case catalogueB = "catalogue-b"
    /// The prices.
    case prices
    /// The reviews of customers.
    case reviews
    /// The warehouse, which takes orders.
    case warehouse
  }

  /// The upstreams that answer with the same product.
  package static let mirrors: [Upstream] = [.catalogueA, .catalogueB]

  /// The upstream.
  package let upstream: Upstream
  /// The number of the product.
  package let id: Int
  /// The number of the attempt, counted from 1.
  package let attempt: Int

  /// Creates a call.
  ///
  /// - Parameters:
  ///   - upstream: The upstream.
  ///   - id: The number of the product.
  ///   - attempt: The number of the attempt, counted from 1.
  package init(to upstream: Upstream, id: Int, attempt: Int = 1) {
    self.upstream = upstream
    self.id = id
    self.attempt = attempt
  }

  /// The path and the query at the server of the upstreams.
  package var path: String { "/\(upstream.rawValue)/\(id)?attempt=\(attempt)" }

  /// The upstream, the product, and which attempt it is unless it is the first.
  package var description: String {
    "\(upstream.rawValue)/\(id)" + (attempt == 1 ? "" : ", attempt \(attempt)")
  }
}
