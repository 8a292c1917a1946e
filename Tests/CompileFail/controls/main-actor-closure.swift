// A closure that is written in main-actor code runs there, and may use what belongs to it.

import Futures

@MainActor final class Screen {
  var title = "Weather in "

  func show(_ city: Future<String, Never>) -> Future<String, Never> {
    city.onSuccess { city in self.title = city }
    city.onSuccess(change)
    city.on(.main).onSuccess { city in MainActor.assumeIsolated { self.title = city } }
    return city.map { city in self.title + city }
  }

  func change(_ city: String) { title = city }
}

func nonisolated(_ city: Future<String, Never>, _ screen: Screen) {
  city.onSuccess { @MainActor city in screen.title = city }
}
