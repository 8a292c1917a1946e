// A closure that is written in nonisolated code runs inline, on any thread.
// expect: main actor-isolated property 'title' can not be mutated from a Sendable closure

import Futures

@MainActor final class Screen {
  var title = ""

  nonisolated func show(_ city: Future<String, Never>) {
    city.onSuccess { city in self.title = city }
  }
}
