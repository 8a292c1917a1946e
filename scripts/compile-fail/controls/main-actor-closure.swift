// A closure that says @MainActor runs there, and may use what belongs to it.

import Futures

@MainActor final class Screen {
  var title = "Weather in "

  func show(_ city: Future<String, Never>) -> Future<String, Never> {
    city.onSuccess { @MainActor city in self.title = city }
    return city.map(on: .mainActor) { city in self.title + city }
  }
}
