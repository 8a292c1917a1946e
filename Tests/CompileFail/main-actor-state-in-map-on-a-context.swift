// With a context, a closure runs there, so it cannot read what belongs to the main actor.
// expect: main actor-isolated property 'title' can not be referenced from a Sendable closure

import Futures

@MainActor final class Screen {
  var title = "Weather in "

  func show(_ city: Future<String, Never>) -> Future<String, Never> {
    city.on(.global()).map { city in self.title + city }
  }
}
