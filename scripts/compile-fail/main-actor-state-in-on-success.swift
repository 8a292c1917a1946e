// An observer runs on any thread, so its closure cannot change what belongs to the main actor.
// expect: main actor-isolated property 'title' can not be mutated from a Sendable closure

import Futures

@MainActor final class Screen {
  var title = ""

  func show(_ city: Future<String, Never>) {
    city.onSuccess { city in self.title = city }
  }
}
