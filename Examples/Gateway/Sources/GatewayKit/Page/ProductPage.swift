/// What the gateway knows about a product.
package struct ProductPage: Codable, Hashable, Sendable {
  /// The product itself; without it there is no page.
  package let product: Product
  /// The price, unless it is missing.
  package let price: Price?
  /// The reviews, unless they are missing.
  package let reviews: [Review]?
  /// The parts that are missing, and why.
  package let missing: [MissingPart]

  /// Creates a page of what the upstreams answered.
  ///
  /// - Parameters:
  ///   - product: The product.
  ///   - price: The price; an error is listed in ``missing``.
  ///   - reviews: The reviews; an error is listed in ``missing``.
  package init<Failure: Error>(
    _ product: Product,
    price: Result<Price, Failure>,
    reviews: Result<[Review], Failure>
  ) {
    var missing: [MissingPart] = []
    func known<Part>(_ name: String, _ outcome: Result<Part, Failure>) -> Part? {
      switch outcome {
      case .success(let part): return part
      case .failure(let error):
        missing.append(MissingPart(part: name, reason: "\(error)"))
        return nil
      }
    }
    self.product = product
    self.price = known("price", price)
    self.reviews = known("reviews", reviews)
    self.missing = missing
  }
}

/// A product of the catalogue.
package struct Product: Codable, Hashable, Sendable {
  /// The number of the product.
  package let id: Int
  /// The name to print.
  package let name: String
}

/// The price of a product.
package struct Price: Codable, Hashable, Sendable {
  /// The amount in hundredths of the currency.
  package let cents: Int
  /// The currency, such as `EUR`.
  package let currency: String
}

/// What a customer wrote about a product.
package struct Review: Codable, Hashable, Sendable {
  /// From 1 to 5.
  package let stars: Int
  /// The words.
  package let text: String
}

/// A part of a page that could not be loaded.
package struct MissingPart: Codable, Hashable, Sendable {
  /// The key of the part in the page.
  package let part: String
  /// What happened.
  package let reason: String
}
