// A closure that is written in the code of an actor runs there, and may use its state.

import Futures

actor Account {
  var balance = 0

  func follow(_ deposit: Future<Int, Never>) -> Future<Int, Never> {
    deposit.onSuccess { amount in self.balance += amount }
    return deposit.map { amount in self.balance + amount }
  }
}
