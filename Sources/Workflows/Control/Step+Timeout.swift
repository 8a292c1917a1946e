internal import Futures

extension Step {
  /// Fails if this step takes too long.
  ///
  /// The step runs in a task of its own. When the time is over, that task and
  /// ``StepContext/cancellation`` are cancelled, and the run goes on at once, with the error: a
  /// step that does not care is left to itself, and what it returns, reports and sets later is
  /// dropped. What it did set is seen by later steps only if it was in time. A step that is
  /// cancelled before, with the run, is waited for, but no longer than its time.
  ///
  /// Where it stands makes a difference: `step.timeout(…).retry(…)` limits each attempt,
  /// `step.retry(…).timeout(…)` all of them together.
  ///
  /// - Parameters:
  ///   - limit: How long it may take. Zero or less is over as soon as the clock allows.
  ///   - clock: The clock to measure with.
  /// - Returns: A step of the same name that fails with `TimeoutError` if it is late.
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> some Step<Input, Output> {
    LimitedStep(base: self, limit: limit, clock: clock)
  }
}

private struct LimitedStep<Base: Step>: Step {
  let base: Base
  let limit: Duration
  let clock: any Clock<Duration>

  var name: String { base.name }
  var weight: Double { base.weight }

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    let source = CancellationSource(linkedTo: context.cancellation)
    let outer = context.lane
    let lane = Lane(inside: outer, context.range)
    let inner = context.inLane(lane, cancellation: source.token)
    // The step's own failure is a value here: an error is that of the clock.
    let work = Promise<Result<Base.Output, any Error>, any Error>()
    let task = source.token.asCurrent {
      Task(executorPreference: TaskHome.executor) { @concurrent [base] in
        do {
          let output = try await base.run(input, in: inner)
          work.succeed(.success(output))
        } catch {
          work.succeed(.failure(error))
        }
      }
    }
    source.token.onCancel { task.cancel() }
    let limited = work.future.timeout(limit, clock: clock)
    // Not `get()`: a step that is cancelled is waited for until it has ended, or its time has.
    let outcome = await withTaskCancellationHandler {
      await limited.outcome()
    } onCancel: {
      source.cancel()
    }
    switch outcome {
    case .success(let result):
      outer.merge(lane)
      source.dispose()
      return try result.get()
    case .failure(let error):
      lane.close()
      context.run.track.endSpans(in: context.span, .cancelled)
      source.cancel()
      throw error
    }
  }
}
