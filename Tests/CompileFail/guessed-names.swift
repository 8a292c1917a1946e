// Names of other libraries are refused, and the compiler says what to write instead.
// expect: 'then' is unavailable: Use 'map' for a value, or 'flatMap' for a future.
// expect: 'catch' is unavailable: Use 'recover' for a value
// expect: 'sink' is unavailable: Use 'onComplete', 'onSuccess' or 'onFailure'.
// expect: 'timeout(after:)' has been renamed to 'timeout(_:)'
// expect: 'timeout' is unavailable: Use 'timeout(_:orFail:)' or 'timeout(_:orSucceed:)'.
// expect: 'timeout(after:)' is unavailable: Use 'timeout(_:orFail:)' or 'timeout(_:orSucceed:)'.
// expect: 'resolve' has been renamed to 'succeed(_:)'
// expect: 'reject' has been renamed to 'fail(_:)'

import Futures

struct Flaw: Error {}

func guess(_ promise: Promise<Int, any Error>, _ typed: Future<Int, Flaw>) {
  _ = promise.future.then { $0 + 1 }
  _ = promise.future.catch { _ in 0 }
  promise.future.sink { print($0) }
  _ = promise.future.timeout(after: .seconds(1))
  _ = typed.timeout(.seconds(1))
  _ = typed.timeout(after: .seconds(1))
  promise.resolve(1)
  promise.reject(CancellationError())
}
