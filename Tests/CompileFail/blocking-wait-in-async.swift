// Blocking a thread of the concurrency pool can stop the whole program.
// expect: instance method 'wait' is unavailable from asynchronous contexts

import Futures

func temperature(_ reading: Future<Int, Never>) async -> Int? {
  guard case .success(let value) = reading.wait(timeout: .seconds(1)) else { return nil }
  return value
}
