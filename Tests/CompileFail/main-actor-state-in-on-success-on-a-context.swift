// With a context, a closure runs there, so it cannot change what belongs to the main actor.
// expect: main actor-isolated property 'title' can not be mutated from a Sendable closure

import Futures

@MainActor final class Screen {
  var title = ""

  func show(_ city: Future<String, Never>) {
    city.on(.main).onSuccess { city in self.title = city }
  }
}
