internal import Futures
internal import Workflows

// The one place in which a run asks its store. An error of the store never reaches a step: the
// operation is repeated, and if it fails for as long as a lease lasts, this process leaves the run.

extension RunSession {
  /// Returns the answer of the store to an operation, which is repeated until there is one.
  ///
  /// The operation is not cancelled with the step that needs it: an operation that has taken effect
  /// must not be forgotten.
  ///
  /// - Parameters:
  ///   - outlivesRun: Whether the operation is of use after this process has left the run.
  ///   - operation: The operation. A repetition has to have the same effect.
  /// - Returns: The answer of the store.
  /// - Throws: `CancellationError` if this process has left the run, which it does if there was no
  ///   answer in time.
  func ask<Answer: Sendable>(
    outlivesRun: Bool = false,
    _ operation: @escaping @Sendable (any RunStorage) async throws -> Answer
  ) async throws -> Answer {
    if let answer = await answer(outlivesRun: outlivesRun, operation) { return answer }
    depart(.lost)
    throw CancellationError()
  }

  /// Returns the answer of the store to an operation, which is repeated until there is one.
  ///
  /// - Returns: The answer; `nil` if there was none in time, and in a replay, which asks nothing.
  func answer<Answer: Sendable>(
    outlivesRun: Bool,
    _ operation: @escaping @Sendable (any RunStorage) async throws -> Answer
  ) async -> Answer? {
    if isReplay { return nil }
    var pause = Duration.zero
    if !Task.isCancelled {
      if isOfNoUse(outlivesRun) { return nil }
      if let answer = await attempt(operation) { return answer }
      pause = .milliseconds(20)
    }
    return await unstructured { [pause] in
      await self.repeatedly(after: pause, outlivesRun: outlivesRun, operation)
    }
    .value
  }

  /// Returns the answer of the store to one attempt; `nil` if there was none.
  private func attempt<Answer: Sendable>(
    _ operation: @Sendable (any RunStorage) async throws -> Answer
  ) async -> Answer? {
    do {
      return try await operation(store)
    } catch {
      // A store may throw because the step is cancelled.
      if !(Task.isCancelled && isCancellation(error)) {
        report(.storeFailed(run: id, error: error))
      }
      return nil
    }
  }

  /// Returns whether this process has left the run, and with it the operation.
  ///
  /// A step whose time limit has passed ends on its own, even if the run has ended without it.
  private func isOfNoUse(_ outlivesRun: Bool) -> Bool {
    !outlivesRun && isLeft && !LimitScope.hasLeftCurrentTask
  }

  private func repeatedly<Answer: Sendable>(
    after pause: Duration,
    outlivesRun: Bool,
    _ operation: @Sendable (any RunStorage) async throws -> Answer
  ) async -> Answer? {
    var pause = pause
    let end = now + row.lease
    while true {
      if pause > .zero {
        // This applies even if renewals succeed meanwhile: what cannot be done now is left to
        // another claim.
        guard now < end else { return nil }
        let endsEarly = !outlivesRun && !LimitScope.hasLeftCurrentTask
        _ = await Future<Void, any Error>
          .after(pause, clock: clock, cancellation: endsEarly ? timers.token : .never).result
      }
      if isOfNoUse(outlivesRun) { return nil }
      if let answer = await attempt(operation) { return answer }
      pause = min(max(pause * 2, .milliseconds(20)), .seconds(1))
    }
  }
}
