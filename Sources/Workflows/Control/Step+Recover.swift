internal import Futures

extension Step {
  /// Returns a step that replaces a failure of this one with another value.
  ///
  /// Cancellation is not handled: it cancels the run, or the part of it that was cancelled.
  ///
  /// - Parameter body: Takes the error, and returns a value or throws. It runs where it is written.
  /// - Returns: A step with the same name.
  public func recover(
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (any Error) async throws -> Output
  ) -> some Step<Input, Output> {
    RecoveredStep(base: self, recovery: Perform("recover") { (_, error) in try await body(error) })
  }

  /// Returns a step that replaces a failure of this one with another value, made from the input and
  /// the error.
  ///
  /// ```swift
  /// FindPlace().recover { name, error in
  ///   guard error is NoSuchPlace else { throw error }
  ///   return Place(named: name)
  /// }
  /// ```
  ///
  /// Cancellation is not handled: it cancels the run, or the part of it that was cancelled.
  ///
  /// - Parameter body: Takes the input of this step and its error, and returns a value or throws.
  ///   It runs where it is written.
  /// - Returns: A step with the same name.
  public func recover(
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Input, any Error) async throws -> Output
  ) -> some Step<Input, Output> {
    RecoveredStep(
      base: self,
      recovery: Perform("recover") { (input, error) in try await body(input, error) }
    )
  }

  /// Returns a step that runs another one if this one fails.
  ///
  /// ```swift
  /// FetchData(url).recover(with: LoadFile(cached))
  /// ```
  ///
  /// Cancellation is not handled: it cancels the run, or the part of it that was cancelled.
  ///
  /// - Parameter fallback: The other step, which receives the same input. If it fails too, its
  ///   error is the error of the returned step.
  /// - Returns: A step with the same name.
  public func recover(with fallback: some Step<Input, Output>) -> some Step<Input, Output> {
    RecoveredStep(base: self, fallback: fallback)
  }

  /// Returns a step whose output is the outcome of this one, so that its failure does not fail the
  /// run.
  ///
  /// Cancellation does not count as an outcome: it cancels the run, or the part of it that was
  /// cancelled.
  ///
  /// - Returns: A step with the same name.
  public func asResult() -> some Step<Input, Result<Output, any Error>> { SettledStep(base: self) }
}

struct RecoveredStep<Base: Step>: WrappingStep {
  let base: Base
  let recovery: Perform<(Base.Input, any Error), Base.Output>
  /// The fallback, if it is a step.
  let fallback: Branch<Base.Input, Base.Output>?

  init(
    base: Base,
    recovery: Perform<(Base.Input, any Error), Base.Output>,
    fallback: Branch<Base.Input, Base.Output>? = nil
  ) {
    self.base = base
    self.recovery = recovery
    self.fallback = fallback
  }

  init(base: Base, fallback: some Step<Base.Input, Base.Output>) {
    self.init(
      base: base,
      recovery: Perform(name: fallback.name) { input, context in
        try await fallback.run(input.0, in: context)
      },
      fallback: Branch(fallback)
    )
  }

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    if let run = context.durability, hasFallenBack(at: context.place, in: run) {
      return try await fallBack(from: PreviousFailure(), input, context)
    }
    do {
      return try await context.record(base, input)
    } catch  where !isCancellation(error) {
      try context.throwIfCancelled()
      return try await fallBack(from: error, input, context)
    }
  }

  private nonisolated(nonsending) func fallBack(
    from error: any Error,
    _ input: Base.Input,
    _ context: StepContext
  ) async throws -> Base.Output {
    guard context.durability != nil else {
      return try await context.record(recovery, (input, error))
    }
    return try await context.record(
      recovery,
      (input, error),
      range: context.range,
      parents: StepPath(Self.fallbackName, in: context.stepPath)
    )
  }
}

/// The failure for which another process has chosen the fallback that a durable run continues in.
private struct PreviousFailure: Error {}

struct SettledStep<Base: Step>: WrappingStep {
  let base: Base

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
