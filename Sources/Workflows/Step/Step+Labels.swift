extension Step {
  /// Returns this step with another name.
  ///
  /// A durable run keeps the records of the step, and of the steps inside, under the new name.
  ///
  /// - Parameter name: The new name, for messages, traces, and records.
  /// - Returns: The step.
  public func named(_ name: String) -> some Step<Input, Output> {
    LabelledStep(base: self, name: name, weight: weight)
  }

  /// Returns this step with another share in the progress.
  ///
  /// - Parameter weight: The share in the progress, relative to the other steps. Values that are
  ///   negative or not finite count as zero.
  /// - Returns: The step.
  public func weighted(_ weight: Double) -> some Step<Input, Output> {
    LabelledStep(base: self, name: name, weight: weight)
  }
}

struct LabelledStep<Base: Step>: Step {
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

extension LabelledStep: OutlinedStep {
  var ownOutline: StepOutline { base.outline.named(name) }
}
