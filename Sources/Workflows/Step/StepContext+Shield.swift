internal import Futures

extension StepContext {
  /// Runs a step that neither the run nor the current task can cancel, and records its span, even
  /// after the end of the run.
  nonisolated(nonsending) func recordShielded<S: Step>(
    _ step: S,
    _ input: S.Input
  ) async throws -> S.Output {
    let source = CancellationSource()
    defer { source.cancel() }
    let span = run.track.begin(
      step.name,
      in: self.span,
      lane: lane.number,
      attempt: 1,
      isShielded: true
    )
    let inner = StepContext(
      run: run,
      lane: Lane(number: lane.number, values: lane.values, ignoresPause: true) { _ in },
      range: .whole,
      parents: stepPath,
      span: span,
      name: step.name,
      attempt: 1,
      cancellation: source.token
    )
    // A separate task is not cancelled with the one that waits for it.
    let task = source.token.asCurrent {
      Task(executorPreference: TaskHome.executor) { @concurrent in
        try await inner.runInSpan(step, input)
      }
    }
    do {
      let output = try await task.value
      run.track.end(span, .succeeded)
      return output
    } catch {
      run.track.end(span, TraceSpan.Outcome(throwing: error))
      throw error
    }
  }
}
