// With the main thread, a closure of a task belongs to the main actor, and to no other.
// expect: actor-isolated property 'count' can not be mutated from the main actor

import BoltsCompat

actor Counter {
  var count = 0

  func add(_ number: BFTask<Int>) {
    number.continueOnSuccessWith(.mainThread) { self.count += $0 }
  }
}
