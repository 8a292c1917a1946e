// Every step runs through this code, so it takes no lock except that of the trace, allocates
// nothing, and calls no asynchronous function except the step, unless the run has a `SpanObserver`.
extension StepContext {
  /// Ends the step of this context with an output.
  func leave() {
    // First, so that observers of the progress see this step at its end.
    lane.report(range.end)
    run.track.end(span, .succeeded)
  }

  /// Ends the step of this context with an error.
  func leave(throwing error: any Error) { run.track.end(span, TraceSpan.Outcome(throwing: error)) }

  /// The observer that receives the span of this step; `nil` if the step has no span.
  var observed: (observer: any SpanObserver, span: TraceSpan.ID)? {
    guard let observer = run.track.observer, span.index >= 0 else { return nil }
    return (observer, TraceSpan.ID(run: run.id, number: span.index))
  }

  var isObserved: Bool { run.track.observer != nil }

  /// Runs a step of this context, inside its span.
  ///
  /// Not inlined into its callers: their frames are nested in a chain of steps and must stay small.
  @inline(never)
  nonisolated(nonsending) func runInSpan<S: Step>(
    _ step: S,
    _ input: S.Input
  ) async throws -> S.Output {
    guard let (observer, span) = observed else { return try await step.run(input, in: self) }
    return try await observer.run(in: span) { try await step.run(input, in: self) }
  }

  /// Begins a span inside this step.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - attempt: The number of the attempt; `nil` for that of this step.
  ///   - range: The share of the part in the progress of the lane.
  ///   - parents: The path of this step.
  /// - Returns: The context of the part.
  func part(
    _ name: String,
    attempt: Int? = nil,
    range: ProgressRange,
    parents: StepPath
  ) -> StepContext {
    let attempt = attempt ?? self.attempt
    let context = StepContext(
      run: run,
      lane: lane,
      range: range,
      parents: parents,
      span: run.track.begin(name, in: span, lane: lane.number, attempt: attempt),
      name: name,
      attempt: attempt,
      cancellation: cancellation
    )
    run.progressChanges.changed()
    return context
  }

  /// Runs a step as a part of this one, and records its span.
  nonisolated(nonsending) func record<S: Step>(
    _ step: S,
    _ input: S.Input,
    attempt: Int? = nil,
    range: ProgressRange,
    parents: StepPath
  ) async throws -> S.Output {
    if run.history.isPaused { try await waitWhilePaused() }
    let context = part(step.name, attempt: attempt, range: range, parents: parents)
    do {
      let output =
        context.isObserved
        ? try await context.runInSpan(step, input) : try await step.run(input, in: context)
      context.leave()
      return output
    } catch {
      context.leave(throwing: error)
      throw error
    }
  }

  /// Runs the step that this one wraps, and records its span.
  nonisolated(nonsending) func record<S: Step>(_ step: S, _ input: S.Input) async throws -> S.Output
  {
    try await record(step, input, range: range, parents: pathAround)
  }
}
