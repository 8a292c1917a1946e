extension StepContext {
  /// Runs another step as a part of this one.
  ///
  /// Use it to write your own control steps:
  ///
  /// ```swift
  /// struct Twice<Value: Sendable>: Step {
  ///   let step: any Step<Value, Value>
  ///
  ///   func run(_ value: Value, in context: StepContext) async throws -> Value {
  ///     let once = try await context.perform(step, with: value, progress: 0...0.5)
  ///     return try await context.perform(step, with: once, progress: 0.5...1)
  ///   }
  /// }
  /// ```
  ///
  /// The part has its own span in the trace, inside that of this step. It shares the values of this
  /// step, and is cancelled with it. What it reports counts for its share in the progress of this
  /// step, which is complete when the part has succeeded.
  ///
  /// Run one part after another. For parts that run at the same time, use ``Parallel`` or
  /// ``ForEach``, which give each part its own values and its own lane in the trace.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - input: Its input.
  ///   - progress: Its share in the progress of this step, clamped to the range from 0 to 1.
  ///   - attempt: The number of the attempt, counted from 1; `nil` for that of this step.
  /// - Returns: The output of the step.
  /// - Throws: The error of the step; `CancellationError` without running it, if this step must
  ///   stop.
  public nonisolated(nonsending) func perform<PartInput, PartOutput>(
    _ step: some Step<PartInput, PartOutput>,
    with input: PartInput,
    progress: ClosedRange<Double> = 0...1,
    attempt: Int? = nil
  ) async throws -> PartOutput {
    try throwIfCancelled()
    let start = min(max(progress.lowerBound, 0), 1)
    let end = min(max(progress.upperBound, 0), 1)
    let output = try await record(
      step,
      input,
      attempt: attempt,
      range: ProgressRange(start: range.position(of: start), length: range.length * (end - start)),
      parents: stepPath
    )
    try await durability?.flush()
    return output
  }
}
