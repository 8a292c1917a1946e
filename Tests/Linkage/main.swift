// Uses Futures and nothing else; `scripts/check.sh linkage` looks at the libraries it loads.

import Futures

let answer = Future<Int, Never>(value: 20).map { value in value * 2 + 2 }
print("linked, and \(answer.currentValue == 42 ? "works" : "does not work")")
