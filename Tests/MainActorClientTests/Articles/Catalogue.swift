// The model and the view of the article "In a SwiftUI app", word for word:
// `scripts/check-code.py` compares the two.

import Futures
import Observation

#if canImport(SwiftUI)
import SwiftUI
#endif

nonisolated struct Product: Identifiable, Equatable, Sendable {
  let id: Int
  let name: String
}

nonisolated struct Shop: Sendable {
  var products: @Sendable (_ query: String) async throws -> [Product]
  var clock: any Clock<Duration> = ContinuousClock()
}

@Observable
final class Catalogue {
  var query = ""
  private(set) var products: [Product] = []
  private(set) var message: String?

  private let shop: Shop
  @ObservationIgnored
  private let refresh = SharedLoad<[Product], any Error>(
    keeping: .nothing,
    whenAbandoned: .finish
  )

  init(shop: Shop) { self.shop = shop }

  /// For `.task(id: query)`.
  func search() async {
    await update { [shop, query] in
      try await shop.clock.sleep(for: .milliseconds(300))
      return try await withTimeout(.seconds(10), clock: shop.clock) {
        try await shop.products(query)
      }
    }
  }

  /// For `.refreshable`.
  func reload() async {
    await update { [shop, query, refresh] in
      try await refresh.value { try await shop.products(query) }
    }
  }

  private func update(_ load: () async throws -> [Product]) async {
    do {
      products = try await load()
      message = nil
    } catch is CancellationError {
      // The view has gone, or has started a newer search.
    } catch {
      message =
        error is TimeoutError
        ? "The shop does not answer." : "Something went wrong."
    }
  }
}

#if canImport(SwiftUI)
struct CatalogueView: View {
  @State var catalogue: Catalogue

  var body: some View {
    List(catalogue.products) { product in Text(product.name) }
      .searchable(text: $catalogue.query)
      .task(id: catalogue.query) { await catalogue.search() }
      .refreshable { await catalogue.reload() }
  }
}
#endif
