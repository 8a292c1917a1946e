internal import Futures
internal import FuturesFoundation

extension StepContext {
  /// Waits for a future that belongs to this step, and cancels it with the step.
  nonisolated(nonsending) func value<Value>(
    of future: Future<Value, any Error>
  ) async throws -> Value {
    // Not `get()`, which may return before the future settles: code that follows, such as another
    // attempt, relies on the state that the future leaves.
    try await withTaskCancellationHandler {
      try await future.settledResult().get()
    } onCancel: {
      future.cancel()
    }
  }

  /// Calls a closure on a context.
  ///
  /// If the step is cancelled before the closure has started, the closure does not run. The step
  /// waits for a closure that has started, so that nothing outlives the run.
  ///
  /// - Parameters:
  ///   - context: Where the closure runs.
  ///   - body: The work.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; `CancellationError` if it does not run.
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
        if start.claim() { return inSpan { cancellation.asCurrent { Result { try body() } } } }
        throw CancellationError()
      }
      token.onCancel { if start.claim() { drop.cancel() } }
      return try await work.settledResult().get().get()
    }
  }

  /// Calls a closure that blocks its thread, on a thread that may block.
  ///
  /// Waits for the end of the closure even if the step is cancelled, so that nothing outlives the
  /// run.
  ///
  /// - Parameters:
  ///   - places: The limit of closures that run at the same time.
  ///   - body: The work; receives a token that tells it to stop.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`; `CancellationError` if the step is cancelled before the start.
  nonisolated(nonsending) func blocking<Value: Sendable>(
    in places: ConcurrencyLimit = FileThreads.places,
    _ body: @escaping @Sendable (_ token: CancellationToken) throws -> Value
  ) async throws -> Value {
    try await withCancellationToken(linkedTo: cancellation) { token in
      try await places.withPermit {
        let work = FileThreads.start { () -> Result<Value, any Error> in
          if token.isCancelled { return .failure(CancellationError()) }
          return inSpan { Result { try body(token) } }
        }
        return try await work.value.get()
      }
    }
  }

  /// Calls a closure that runs on a different thread than the step, in the span of the step.
  private func inSpan<Value>(_ body: () -> Value) -> Value {
    guard let (observer, span) = observed else { return body() }
    return observer.call(in: span, body)
  }
}
