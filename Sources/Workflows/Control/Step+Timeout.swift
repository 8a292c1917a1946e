internal import Futures

extension Step {
  /// Returns a step that fails if this one takes too long.
  ///
  /// This step runs in a new task. When the time limit passes, that task and
  /// ``StepContext/cancellation`` are cancelled, and the run continues at once with the error. A
  /// step that ignores its cancellation is left behind: what it returns, reports and sets is
  /// dropped, and values that it set earlier are not adopted. If the run is cancelled first, the
  /// run waits for the step, but no longer than the time limit.
  ///
  /// The position matters: `step.timeout(…).retry(…)` limits each attempt,
  /// `step.retry(…).timeout(…)` all attempts together.
  ///
  /// - Parameters:
  ///   - limit: The time limit. Zero or less passes as soon as the clock allows.
  ///   - clock: The clock that measures the time.
  /// - Returns: A step with the same name, which fails with `TimeoutError` when the time limit
  ///   passes.
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> some Step<Input, Output> {
    LimitedStep(base: self, limit: limit, clock: clock)
  }
}

struct LimitedStep<Base: Step>: WrappingStep {
  let base: Base
  let limit: Duration
  let clock: any Clock<Duration>

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    if base.outline.hasPlaces, let durability = context.durability {
      return try await run(input, in: context, durability)
    }
    return try await run(input, in: context, limit, scope: nil)
  }

  /// Runs the step under a limit that another process may have begun.
  private nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext,
    _ durability: any RunDurability
  ) async throws -> Base.Output {
    let place = context.place
    if let output = try base.output(recordedAt: place, in: durability) { return output }
    let left = durability.beginLimit(limit, at: place)
    var isKept = false
    defer { durability.endLimit(at: place, isKept: isKept) }
    if left <= .zero { throw failure(in: context) }
    let output = try await run(input, in: context, left, scope: LimitScope())
    // A step that has records inside, but none of its own, is entered again after a later wait.
    isKept = base.outline.hasPlaces
    return output
  }

  private nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext,
    _ limit: Duration,
    scope: LimitScope?
  ) async throws -> Base.Output {
    let source = CancellationSource(linkedTo: context.cancellation)
    let outer = context.lane
    let lane = Lane(inside: outer, context.range)
    let inner = context.inLane(lane, cancellation: source.token)
    // The outcome of the step is a value here; an error is that of the clock.
    let work = Promise<Result<Base.Output, any Error>, any Error>()
    let task = source.token.asCurrent {
      Task(executorPreference: TaskHome.executor) { @concurrent [base] in
        defer { if scope?.finish() == true { context.durability?.strandsChanged(by: -1) } }
        do {
          let output = try await LimitScope.run(in: scope) { try await base.run(input, in: inner) }
          work.succeed(.success(output))
        } catch {
          work.succeed(.failure(error))
        }
      }
    }
    source.token.onCancel { task.cancel() }
    // Outside of the scope of the step, whose end is not the end of the wait.
    let limited = CancellationToken.never.asCurrent { work.future.timeout(limit, clock: clock) }
    // Not `get()`: the wait for a cancelled step lasts until it has ended, or its time has.
    let outcome = await withTaskCancellationHandler {
      await limited.settledResult()
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
      if scope?.expire() == true { context.durability?.strandsChanged(by: 1) }
      context.run.track.endSpans(in: context.span, .cancelled)
      source.cancel()
      if error is TimeoutError { throw failure(in: context) }
      throw error
    }
  }

  private func failure(in context: StepContext) -> TimeoutError {
    TimeoutError(limit: limit, of: "step '\(context.path)'")
  }
}
