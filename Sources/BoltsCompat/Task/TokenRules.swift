internal import Futures

// The meaning of a token for a continuation in Bolts. The token is checked when the closure would
// start and, if the closure started further work, when that work has ended. Cancelling it in
// between has no effect. The tokens of `Future` are stricter: they settle derived futures at once.

extension BFTask {
  /// Runs `body` with the outcome of this task, unless the token is cancelled by then.
  @usableFromInline
  func continued<Output>(
    _ executor: BFExecutor,
    unless token: BFCancellationToken,
    _ body: @escaping @Sendable (Result<Value, any Error>) throws -> Output
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future.mapResult(on: executor.context) { result throws(any Error) -> Output in
        try token.throwIfCancellationRequested()
        return try body(result)
      }
    )
  }

  /// Runs `body` with the outcome of this task, unless the token is cancelled by then, and waits
  /// for the task that it returns.
  @usableFromInline
  func continuedWithTask<Output>(
    _ executor: BFExecutor,
    unless token: BFCancellationToken,
    _ body: @escaping @Sendable (Result<Value, any Error>) throws -> BFTask<Output>
  ) -> BFTask<Output> {
    BFTask<Output>(
      future: future.flatMapResult(on: executor.context) { result -> Future<Output, any Error> in
        do {
          try token.throwIfCancellationRequested()
          return try body(result).ending(under: token).future
        } catch {
          return Future(error: error)
        }
      }
    )
  }

  /// Returns a task that ends like this one, or is cancelled if the token is cancelled when this
  /// task ends.
  private func ending(under token: BFCancellationToken) -> BFTask {
    BFTask(
      future: future.mapResult(on: .inline) { result throws(any Error) -> Value in
        try token.throwIfCancellationRequested()
        return try result.get()
      }
    )
  }
}
