public import Futures

extension Step {
  /// Returns a step that runs a closure after this one, regardless of its outcome.
  ///
  /// ```swift
  /// let unpack = Workflow("unpack") {
  ///   Unpack()       // URL -> [URL]
  ///   ForEach { Import() }
  /// }.finally { archive in try FileManager.default.removeItem(at: archive) }
  /// ```
  ///
  /// The closure runs once this step has ended: succeeded, failed or cancelled. The closure is not
  /// cancelled. The step ends after it. If the step never begins, because the run was cancelled or
  /// a step before it has failed, the closure does not run.
  ///
  /// - Parameter body: Cleans up; receives the input of this step. It runs where it is written, and
  ///   has a span named `finally` in the trace. If it throws, the step fails with its error, unless
  ///   the step has failed or was cancelled; in that case, the original error remains.
  /// - Returns: A step with the same name.
  public func finally(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Void
  ) -> some Step<Input, Output> {
    FinallyStep(base: self, last: Perform<Input, Void>("finally", body))
  }

  /// Returns a step that starts a future after this one, regardless of its outcome, and waits for
  /// it.
  ///
  /// The last step lasts until the future has settled, and fails if the future fails. Otherwise the
  /// same as the other `finally`.
  ///
  /// - Parameter body: Starts the work, with the input of the step. Runs where it is written.
  /// - Returns: The step with its last one.
  public func finally<Work: FutureProtocol>(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Work
  ) -> some Step<Input, Output> {
    FinallyStep(base: self, last: .finally(body))
  }
}

extension Perform where Output == Void {
  /// A last step, which waits for the future that its closure returns.
  static func finally<Work: FutureProtocol>(
    _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Work
  ) -> Perform {
    Perform("finally") { input in
      _ = try await body(input)._future.erasedValue
    }
  }
}

struct FinallyStep<Base: Step>: WrappingStep {
  let base: Base
  let last: Perform<Base.Input, Void>

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    let output: Base.Output
    do {
      output = try await context.record(base, input)
    } catch {
      // Another worker continues a durable run that was left.
      if context.durability?.isLeft == true { throw error }
      // Its own error is in the trace.
      try? await context.recordShielded(last, input)
      throw error
    }
    try await context.recordShielded(last, input)
    return output
  }
}
