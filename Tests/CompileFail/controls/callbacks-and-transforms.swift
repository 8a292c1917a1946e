// Callbacks and transforms that are written in main-actor code may use what belongs to it, without
// a context, and with those of the main queue and of a token.

import BrightFuturesCompat
import Dispatch

@MainActor final class Screen {
  var title = "Weather in "
  let token = InvalidationToken()

  func show(_ city: Future<String, Never>) -> Future<String, Never> {
    city.onSuccess { self.title = $0 }.onSuccess(callback: change)
    city.onSuccess(token.validContext) { self.title = $0 }
    city.onSuccess(DispatchQueue.main.context, callback: change)
    city.onSuccess(.immediateOnMain) { self.title = $0 }
    return city.map { self.title + $0 }.flatMap { Future(value: self.title + $0) }
      .andThen { _ in self.title = "" }
  }

  func change(_ city: String) { title = city }
}

func elsewhere(_ city: Future<String, Never>, _ screen: Screen) {
  city.onSuccess { @MainActor in screen.title = $0 }
  city.onSuccess(callback: screen.change)
}
