// Names of other libraries are refused, and the compiler says what to write instead.
// expect: 'then' is unavailable: Use 'map' for a value, or 'flatMap' for a future.
// expect: 'catch' is unavailable: Use 'recover' for a value
// expect: 'sink' is unavailable: Use 'onComplete', 'onSuccess' or 'onFailure'.
// expect: 'timeout(after:)' has been renamed to 'timeout(_:)'
// expect: 'timeout' is unavailable: Use 'timeout(_:orFail:)' or 'timeout(_:orSucceed:)'.
// expect: 'timeout(after:)' is unavailable: Use 'timeout(_:orFail:)' or 'timeout(_:orSucceed:)'.
// expect: 'resolve' has been renamed to 'succeed(_:)'
// expect: 'reject' has been renamed to 'fail(_:)'
// expect: 'success' has been replaced by 'init(value:)'
// expect: 'failure' has been replaced by 'init(error:)'
// expect: 'resolve' has been replaced by 'init(value:)'
// expect: 'reject' has been replaced by 'init(error:)'
// expect: 'all' is unavailable: Use '[a, b].all()', or 'zip(a, b)' for different types.
// expect: 'race' is unavailable: Use '[a, b].firstCompleted()'.
// expect: 'tap' is unavailable: Use 'onSuccess' or 'onComplete'.
// expect: 'always' is unavailable: Use 'onComplete', or 'finally' to delay the outcome.
// expect: 'replaceError(with:)' is unavailable: Use 'recover { _ in value }'.
// expect: 'unwrap(orThrow:)' is unavailable: Use 'map', and throw if the value is nil.
// expect: 'get()' is unavailable: Use 'await future.value'.
// expect: 'error' has been renamed to 'currentError'
// expect: 'isCompleted' has been renamed to 'isSettled'
// expect: 'timeout(_:error:)' has been renamed to 'timeout(_:orFail:)'
// expect: 'timeout(_:clock:_:)' is unavailable: Use 'Future { try await withTimeout(limit)
// expect: 'retry(_:clock:_:)' is unavailable: Use 'Future { try await withRetry(policy) { … } }'.
// expect: 'race(_:or:)' is unavailable: Use 'Future { try await withRace { … } or: { … } }'.
// expect: 'map' is unavailable: Use 'map' of the future itself: it awaits in a task.
// expect: 'fulfill' has been renamed to 'succeed(_:)'
// expect: 'init(_:)' is unavailable: Use 'Future.withPromise { promise in … }'.
// expect: 'init(_:)' is unavailable: Use 'Future.withPromise { $0.complete(result) }'.
// expect: 'zip' is unavailable: Use 'zip(a, b)' for different error types.
// expect: 'recover' has been renamed to 'flatMapError(cancellation:_:)'
// expect: 'retry' is unavailable: A future runs once.
// expect: 'retry' is unavailable: Use 'Future { try await withRetry(policy) { … } }'.
// expect: 'withRetry' is unavailable: Use 'withRetry(policy) { … }': 'RetryPolicy(attempts: 3)'.
// expect: 'withRetry(attempts:_:)' is unavailable: Use 'withRetry(policy) { … }'
// expect: 'filter' is unavailable: Use 'map', and throw if the value does not fit.
// expect: 'receive(on:)' is unavailable: Use 'on(context)', with '.queue(queue)' for a queue.
// expect: 'isCancelled' is unavailable: A cancelled future has failed: see 'currentError'.

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

func guessMore(_ future: Future<Int, any Error>, _ maybe: Future<Int?, any Error>) async throws {
  _ = Future<Int, any Error>.success(1)
  _ = Future<Int, any Error>.failure(Flaw())
  _ = Future<Int, any Error>.resolve(1)
  _ = Future<Int, any Error>.reject(Flaw())
  _ = Future.all([future, future])
  _ = Future.all(future, future)
  _ = all(future, future)
  _ = Future.race([future, future])
  _ = Future.race(future, future)
  _ = future.tap { print($0) }
  _ = future.always { print("over") }
  _ = future.replaceError(with: 0)
  _ = maybe.unwrap()
  _ = maybe.unwrap(orThrow: Flaw())
  _ = try await future.get()
  _ = future.error
  _ = future.isCompleted
  _ = future.timeout(.seconds(1), error: Flaw())
  _ = Future.timeout(.seconds(1)) { try await future.value }
  _ = Future.retry { try await future.value }
  _ = Future.race {
    try await future.value
  } or: {
    try await future.value
  }
  _ = future.on(.main).map { number in try await future.value + number }
}

func guessForms(_ future: Future<Int, any Error>, _ promise: Promise<Int, any Error>) async throws {
  promise.fulfill(1)
  _ = Future<Int, any Error> { promise in promise.succeed(1) }
  _ = Future<Int, any Error> { promise in promise(.success(1)) }
  _ = future.zip(Future<Int, Never>(value: 1))
  _ = all(future, Future<String, Never>(value: ""))
  _ = future.recover { _ in future }
  _ = future.retry(3)
  _ = Future.retry(3) { try await future.value }
  _ = try await withRetry(3) { try await future.value }
  _ = try await withRetry(attempts: 3) { try await future.value }
  _ = future.filter { $0 > 1 }
  _ = future.receive(on: "queue")
  _ = future.isCancelled
}
