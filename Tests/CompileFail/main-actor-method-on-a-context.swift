// With a context, a transform that is passed by name runs there, so it cannot be one of the main
// actor.
// expect: loses global actor 'MainActor'

import BrightFuturesCompat
import Dispatch

@MainActor final class Screen {
  var title = "Weather in "

  func show(_ city: Future<String, Never>) -> Future<String, Never> {
    city.map(DispatchQueue.global().context, f: text)
  }

  func text(_ city: String) -> String { title + city }
}
