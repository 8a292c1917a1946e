extension Step {
  /// Returns a step that runs a closure after this one, whatever its outcome.
  ///
  /// ```swift
  /// let unpack = Workflow("unpack") {
  ///   Unpack()       // URL -> [URL]
  ///   ForEach { Import() }
  /// }.finally { archive in try FileManager.default.removeItem(at: archive) }
  /// ```
  ///
  /// The closure runs once this step has ended: succeeded, failed or cancelled. It is not cancelled
  /// itself. The step ends after it. If the step never begins, because the run was cancelled or a
  /// step before it has failed, the closure does not run.
  ///
  /// - Parameter body: Cleans up; receives the input of this step. It runs where it is written, and
  ///   has a span named `finally` in the trace. If it throws, the step fails with its error, unless
  ///   the step has failed or was cancelled; that error remains then.
  /// - Returns: A step with the same name.
  public func finally(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Void
  ) -> some Step<Input, Output> {
    FinallyStep(base: self, last: Perform<Input, Void>("finally", body))
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
      // Its own error is in the trace.
      try? await context.recordShielded(last, input)
      throw error
    }
    try await context.recordShielded(last, input)
    return output
  }
}
