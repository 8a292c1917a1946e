internal import Futures

// What a token means to a continuation in Bolts. It is looked at when the closure would start, and,
// if the closure started further work, when that has ended; nothing happens when it is cancelled in
// between. The tokens of `Future` are stricter: they settle what waits for them at once.

extension BFTask {
  /// Runs `body` with the outcome of this task, unless the token has been cancelled by then.
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

  /// Runs `body` with the outcome of this task, unless the token has been cancelled by then, and
  /// waits for the task it gives.
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

  /// This task, or a cancelled one if the token has been cancelled when this task ends.
  private func ending(under token: BFCancellationToken) -> BFTask {
    BFTask(
      future: future.mapResult(on: .inline) { result throws(any Error) -> Value in
        try token.throwIfCancellationRequested()
        return try result.get()
      }
    )
  }
}
