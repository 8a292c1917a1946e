/// How long a page handler waits for each part, and how often it tries.
package struct PageLimits: Sendable {
  /// How long to wait for the product.
  package var product: Duration = .milliseconds(500)
  /// How long to wait for the price, with all attempts and pauses.
  package var price: Duration = .milliseconds(500)
  /// How long to wait for the reviews.
  package var reviews: Duration = .milliseconds(250)
  /// How often to try to load the price.
  package var attempts = 3
  /// The pause after the first attempt; each further one is twice as long.
  package var firstPause: Duration = .milliseconds(20)

  /// Creates the default limits.
  package init() {}
}
