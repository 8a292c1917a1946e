extension Step {
  /// The same step under another name.
  ///
  /// - Parameter name: What messages and traces shall call it.
  /// - Returns: The step.
  public func named(_ name: String) -> some Step<Input, Output> {
    LabelledStep(base: self, name: name, weight: weight)
  }

  /// The same step with another share of the progress.
  ///
  /// - Parameter weight: How much of the progress it stands for, compared with the other steps.
  ///   Zero or more; what is less, or not finite, is taken as zero.
  /// - Returns: The step.
  public func weighted(_ weight: Double) -> some Step<Input, Output> {
    LabelledStep(base: self, name: name, weight: weight)
  }
}

private struct LabelledStep<Base: Step>: Step {
  let base: Base
  let name: String
  let weight: Double

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    try await base.run(input, in: context)
  }
}
