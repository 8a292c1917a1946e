internal import Futures

extension Step {
  /// Goes on with another value if this step fails.
  ///
  /// Cancellation is not handled: it ends the run, or whatever else was cancelled.
  ///
  /// - Parameter body: Takes the error and returns the value, or throws. It runs where it is
  ///   written.
  /// - Returns: A step of the same name.
  public func recover(
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (any Error) async throws -> Output
  ) -> some Step<Input, Output> {
    RecoveredStep(base: self, recovery: Perform("recover") { (_, error) in try await body(error) })
  }

  /// Runs another step if this one fails.
  ///
  /// ```swift
  /// FetchData(url).recover(with: LoadFile(cached))
  /// ```
  ///
  /// Cancellation is not handled: it ends the run, or whatever else was cancelled.
  ///
  /// - Parameter fallback: Gets the same input; its error, if it fails too, is the error of the
  ///   step.
  /// - Returns: A step of the same name.
  public func recover(with fallback: some Step<Input, Output>) -> some Step<Input, Output> {
    RecoveredStep(
      base: self,
      recovery: Fallback(name: fallback.name) { input, context in
        try await fallback.run(input.0, in: context)
      }
    )
  }

  /// Gives the outcome of this step, so that its failure does not fail the run.
  ///
  /// Cancellation is no outcome: it ends the run, or whatever else was cancelled.
  ///
  /// - Returns: A step of the same name that never fails by itself.
  public func asResult() -> some Step<Input, Result<Output, any Error>> { SettledStep(base: self) }
}

private typealias Fallback<Input: Sendable, Output: Sendable> = Perform<(Input, any Error), Output>

private struct RecoveredStep<Base: Step>: Step {
  let base: Base
  let recovery: Perform<(Base.Input, any Error), Base.Output>

  var name: String { base.name }
  var weight: Double { base.weight }

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    do {
      return try await context.record(base, input)
    } catch  where !isCancellation(error) {
      try context.throwIfCancelled()
      return try await context.record(recovery, (input, error))
    }
  }
}

private struct SettledStep<Base: Step>: Step {
  let base: Base

  var name: String { base.name }
  var weight: Double { base.weight }

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Result<Base.Output, any Error> {
    do {
      return .success(try await context.record(base, input))
    } catch  where !isCancellation(error) {
      try context.throwIfCancelled()
      return .failure(error)
    }
  }
}
