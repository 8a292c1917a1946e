// With a context, a callback runs there, so it cannot use what belongs to the main actor.
// The compiler warns of it, since these modules also serve Swift 5 mode; warnings are errors here.
// expect: main actor-isolated property 'title' can not be mutated from a Sendable closure

import BrightFuturesCompat

@MainActor final class Screen {
  var title = ""

  func show(_ title: Future<String, Never>) {
    title.onSuccess(immediateExecutionContext) { self.title = $0 }
  }
}
