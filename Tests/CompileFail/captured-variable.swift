// A callback may run at the same time as the code that registered it.
// expect: mutation of captured var 'sum' in concurrently-executing code

import Futures

func add(_ numbers: [Future<Int, Never>]) {
  var sum = 0
  for number in numbers {
    number.onSuccess { value in sum += value }
  }
}
