public import Futures

extension Step {
  /// Returns a step whose effect is undone if the run fails or is cancelled later.
  ///
  /// ```swift
  /// let order = Workflow("order") {
  ///   Reserve().compensate { reservation in try await stock.release(reservation) }
  ///   Charge().retry(.transfers())
  /// }
  /// ```
  ///
  /// When the run has failed or was cancelled, and no step of it is running, the compensations of
  /// the steps that have succeeded run one after another, the last step first. They are not
  /// cancelled, regardless of what happens to the run. A compensation that fails does not keep the
  /// others from running; ``WorkflowRun/compensationFailures`` reports it. Each has a span in the
  /// trace. A run that fails ends after them; one that is cancelled ends at once, and
  /// ``WorkflowRun/stopped()`` waits for them.
  ///
  /// A failure that ``recover(with:)`` or ``retry(_:clock:)`` handles undoes nothing: compensations
  /// belong to the run. A step that has succeeded several times is undone that many times. A step
  /// that failed or was cancelled is not undone, so it must clean up after itself; see
  /// ``finally(_:)-3qeww``.
  ///
  /// - Parameter body: Undoes the effect; receives the output of this step. It runs where it is
  ///   written, and is released when it can no longer be called.
  /// - Returns: A step with the same name.
  public func compensate(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Void
  ) -> some Step<Input, Output> {
    CompensatedStep(base: self, undo: Perform<Output, Void>(name, body))
  }

  /// Undoes a step with a future that a closure starts.
  ///
  /// The compensation lasts until the future has settled, and fails if the future fails. Otherwise
  /// the same as the other `compensate` with a closure.
  ///
  /// - Parameter body: Starts the work that undoes the step; receives the output of the step. Runs
  ///   where it is written.
  /// - Returns: The step with its compensation.
  public func compensate<Work: FutureProtocol>(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Work
  ) -> some Step<Input, Output> {
    CompensatedStep(base: self, undo: Perform<Output, Work.Value>(name, body))
  }

  /// Returns a step whose effect another step undoes if the run fails or is cancelled later.
  ///
  /// ```swift
  /// Reserve().compensate(with: Release().retry(RetryPolicy(attempts: 5)))
  /// ```
  ///
  /// See ``compensate(_:)-6kyh0``.
  ///
  /// - Parameter step: Undoes the effect; receives the output of this step. Its own output, its
  ///   progress and the values that it sets are dropped.
  /// - Returns: A step with the same name.
  public func compensate<Ignored>(
    with step: some Step<Output, Ignored>
  ) -> some Step<Input, Output> {
    CompensatedStep(base: self, undo: step)
  }

  /// Returns a step whose effect is undone if the run fails or is cancelled later, even if it is
  /// unknown whether the step had an effect.
  ///
  /// ```swift
  /// Charge().checkpoint().compensate { receipt in
  ///   try await bank.refund(receipt)
  /// } inDoubt: { key in
  ///   try await bank.refundIfCharged(key)
  /// }
  /// ```
  ///
  /// A step of a durable run is *in doubt* if its process ended while it was running, or a time
  /// limit has left it behind. It then has no output; the external service may know it by its
  /// idempotency key. Without this form, a step in doubt counts as one that could not be undone.
  /// See ``compensate(_:)-6kyh0``.
  ///
  /// - Parameters:
  ///   - body: Undoes the effect; receives the output of this step. Runs where it is written.
  ///   - doubtful: Undoes the effect, if any; receives the idempotency key of the step. Runs where
  ///     it is written.
  /// - Returns: A step with the same name.
  public func compensate(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Void,
    @_inheritActorContext inDoubt doubtful:
      @escaping @Sendable @isolated(any) (_ idempotencyKey: String) async throws -> Void
  ) -> some Step<Input, Output> {
    CompensatedStep(
      base: self,
      undo: Perform<Output, Void>(name, body),
      undoInDoubt: Perform<String, Void>(name, doubtful)
    )
  }
}

struct CompensatedStep<Base: Step, Undo: Step>: WrappingStep where Undo.Input == Base.Output {
  let base: Base
  let undo: Undo
  var undoInDoubt: Perform<String, Void>?

  nonisolated(nonsending) func run(
    _ input: Base.Input,
    in context: StepContext
  ) async throws -> Base.Output {
    if let durability = context.durability {
      let hasPlacesInside = base.outline.parts.contains(where: \.hasPlaces)
      try await durability.beginCompensated(at: context.place, isMarked: !hasPlacesInside)
      do {
        return try await base.run(input, in: context)
      } catch {
        durability.compensatedFailed(at: context.place)
        throw error
      }
    }
    let output = try await base.run(input, in: context)
    await context.compensateLater(with: undo, output)
    return output
  }
}

extension StepContext {
  /// Undoes the step of this context if the run fails or is cancelled later.
  ///
  /// - Parameters:
  ///   - undo: Undoes the context.
  ///   - output: The output of the step.
  nonisolated(nonsending) func compensateLater<Undo: Step>(
    with undo: Undo,
    _ output: Undo.Input
  ) async {
    let lane = Lane(number: 0, values: lane.values) { _ in }
    let compensation = Compensations.Entry(step: path) { [name, parents] run in
      // In the span of the run, because that of the step has ended.
      let outer = StepContext(
        run: run,
        lane: lane,
        range: .whole,
        parents: parents,
        span: run.track.root,
        name: name,
        attempt: 1,
        cancellation: .never
      )
      do {
        _ = try await outer.recordShielded(undo.named("compensate \(name)"), output)
        return nil
      } catch {
        return error
      }
    }
    // A step that was left behind may end after the others were undone.
    if !run.compensations.add(compensation) {
      await run.compensations.perform(compensation, of: run)
    }
  }
}
