// With a context, a closure runs there, so it cannot use the state of the actor it is written in.
// expect: actor-isolated property 'balance' can not be mutated from a Sendable closure

import Futures

actor Account {
  var balance = 0

  func follow(_ deposit: Future<Int, Never>) {
    deposit.on(.inline).onSuccess { amount in self.balance += amount }
  }
}
