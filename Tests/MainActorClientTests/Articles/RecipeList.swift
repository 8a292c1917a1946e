// The view model of the article "In an app with main-actor isolation by default", word for word:
// `scripts/check-code.py` compares the two.

import Futures
import Observation

nonisolated struct Recipe: Decodable, Equatable, Sendable {
  let title: String
  let minutes: Int
}

nonisolated struct Kitchen: Sendable {
  var recipes: @Sendable (String) -> Future<[Recipe], any Error>
  var clock: any Clock<Duration> = ContinuousClock()
}

@Observable
final class RecipeList {
  private(set) var rows: [String] = []
  private(set) var message: String?
  private(set) var isLoading = false

  private let kitchen: Kitchen
  @ObservationIgnored private var search: Future<[Recipe], any Error>?

  init(kitchen: Kitchen) { self.kitchen = kitchen }

  deinit { search?.cancel() }

  func find(_ query: String) {
    search?.cancel()
    isLoading = true
    message = nil

    let search = kitchen.recipes(query)
    self.search = search
    search
      .timeout(.seconds(10), clock: kitchen.clock)
      .onSuccess(for: self) { list, recipes in
        list.rows = recipes.map { list.row(for: $0) }
      }
      .onFailure(for: self) { list, error in list.show(error) }
      .onSettled(for: self) { list in list.isLoading = false }
  }

  private func row(for recipe: Recipe) -> String {
    "\(recipe.title), \(recipe.minutes) min"
  }

  private func show(_ error: any Error) {
    message =
      error is TimeoutError
      ? "The kitchen does not answer." : "Something went wrong."
  }
}
