extension Step {
  /// Returns a step whose output is a pair of its input and the output of this one.
  ///
  /// Use this if a later step needs the input of this one:
  ///
  /// ```swift
  /// let visit = Workflow("visit") {
  ///   FindPlace().keepingInput()       // String -> (String, Place)
  ///   Perform("greet") { (name: String, place: Place) in "\(name): \(place)" }
  /// }
  /// ```
  ///
  /// In a chain, values that many steps need are better stored under a ``RunKey``.
  ///
  /// - Returns: A step with the same name and the same share in the progress.
  public func keepingInput() -> some Step<Input, (Input, Output)> { InputKeepingStep(base: self) }
}

struct InputKeepingStep<Base: Step>: WrappingStep {
  let base: Base

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> (Base.Input, Base.Output) {
    (input, try await base.run(input, in: context))
  }
}
