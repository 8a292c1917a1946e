internal import Futures

extension StepContext {
  /// Waits for a future that belongs to this step: if the step shall stop, the future is cancelled.
  nonisolated(nonsending) func value<Value>(
    of future: Future<Value, any Error>
  ) async throws -> Value {
    // Not `get()`, which may end before the future does: what comes next, such as another attempt,
    // shall find everything as the future leaves it.
    try await withTaskCancellationHandler {
      try await future.outcome().get()
    } onCancel: {
      future.cancel()
    }
  }

  /// Runs something on a context.
  ///
  /// What has not started when the step shall stop does not run. What has started is waited for, so
  /// that nothing goes on behind the back of the run.
  ///
  /// - Parameters:
  ///   - context: Where it runs.
  ///   - body: The work.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `CancellationError` if it does not run.
  nonisolated(nonsending) func call<Value: Sendable>(
    on context: ExecutionContext,
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCancellationToken(linkedTo: cancellation) { token in
      let start = Once()
      let drop = CancellationSource()
      let work = Future<Result<Value, any Error>, any Error>(on: context, cancellation: drop.token)
      {
        // In the scope of the step, not in that of this future.
        if start.claim() { return cancellation.asCurrent { Result { try body() } } }
        throw CancellationError()
      }
      token.onCancel { if start.claim() { drop.cancel() } }
      return try await work.outcome().get().get()
    }
  }

  /// Runs something that blocks on a thread where that does no harm.
  ///
  /// Waits for it to end, also if the step shall stop, so that nothing goes on behind the back of
  /// the run.
  ///
  /// - Parameter body: The work; gets a closure that tells whether to stop.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `CancellationError` if the step shall stop before it began.
  nonisolated(nonsending) func blocking<Value: Sendable>(
    _ body: @escaping @Sendable (_ isStopped: () -> Bool) throws -> Value
  ) async throws -> Value {
    try await withCancellationToken(linkedTo: cancellation) { token in
      let work = Future<Result<Value, any Error>, Never>(on: .global()) {
        if token.isCancelled { return .failure(CancellationError()) }
        return Result { try body { token.isCancelled } }
      }
      return try await work.get().get()
    }
  }
}
