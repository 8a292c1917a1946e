internal import Futures

extension Step {
  /// Fails if this step takes too long.
  ///
  /// The step runs in a task of its own. When the time is over, that task and ``StepContext/cancellation`` are
  /// cancelled, and the run goes on at once, with the error: a step that does not care is left to itself, and
  /// what it returns, reports and sets later is dropped. What it did set is seen by later steps only if it was
  /// in time.
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
    let work = Future { [base] in try await base.run(input, in: inner) }
    do {
      let output = try await work.timeout(limit, clock: clock).getOrCancel()
      source.dispose()
      outer.merge(lane)
      return output
    } catch {
      lane.close()
      context.run.track.endSpans(in: context.span, .cancelled)
      work.cancel()
      source.cancel()
      throw error
    }
  }
}
