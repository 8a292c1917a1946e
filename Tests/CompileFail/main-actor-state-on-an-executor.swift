// With an executor, a closure of a task runs there, so it cannot use what belongs to the main
// actor. The compiler warns of it, since these modules also serve Swift 5 mode; warnings are errors
// here.
// expect: main actor-isolated property 'title' can not be mutated from a Sendable closure

import BoltsCompat

@MainActor final class Screen {
  var title = ""

  func show(_ title: BFTask<String>) {
    title.continueOnSuccessWith(.default) { self.title = $0 }
  }
}
