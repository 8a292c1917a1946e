// With an executor, a function that is passed by name runs there, so it cannot be one of the main
// actor.
// expect: loses global actor 'MainActor'

import BoltsCompat

@MainActor final class Screen {
  var title = ""

  func show(_ title: BFTask<String>) {
    title.continueOnSuccessWith(.immediate, continuation: change)
  }

  func change(_ title: String) { self.title = title }
}
