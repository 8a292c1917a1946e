// A value that cannot change is safe to capture, and so is an object that guards its state.

import Futures
import Synchronization

final class Sum: Sendable {
  let total = Mutex(0)
}

func add(_ numbers: [Future<Int, Never>], factor: Int) -> Sum {
  let sum = Sum()
  for number in numbers {
    number.onSuccess { value in sum.total.withLock { $0 += value * factor } }
  }
  return sum
}
