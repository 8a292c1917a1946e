public import Futures

// What these return is a workflow, too, and can therefore be started. For steps of other types the
// same methods return steps.
extension Workflow {
  /// Returns a workflow that runs this one again when it fails, as often as a policy allows.
  ///
  /// See ``Step/retry(_:clock:)``.
  ///
  /// - Parameters:
  ///   - policy: The policy: how often, after which pauses and after which errors to try again.
  ///   - clock: The clock that measures the pauses.
  /// - Returns: A workflow with the same name.
  public func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Workflow<Input, Output> {
    RetriedStep(base: self, policy: policy, clock: clock).alone
  }

  /// Returns a workflow that fails if this one takes too long.
  ///
  /// ```swift
  /// let run = Workflow("forecast") { LoadForecast() }.timeout(.seconds(30)).start(place)
  /// ```
  ///
  /// See ``Step/timeout(_:clock:)``.
  ///
  /// - Parameters:
  ///   - limit: The time limit. Zero or less passes as soon as the clock allows.
  ///   - clock: The clock that measures the time.
  /// - Returns: A workflow with the same name, which fails with `TimeoutError` when the time limit
  ///   passes.
  public func timeout(
    _ limit: Duration,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Workflow<Input, Output> {
    LimitedStep(base: self, limit: limit, clock: clock).alone
  }

  /// Returns a workflow that replaces a failure of this one with another value.
  ///
  /// Cancellation is not handled.
  ///
  /// - Parameter body: Takes the error, and returns a value or throws. It runs where it is written.
  /// - Returns: A workflow with the same name.
  public func recover(
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (any Error) async throws -> Output
  ) -> Workflow<Input, Output> {
    let recovery = Perform("recover") { (_: Input, error: any Error) in try await body(error) }
    return RecoveredStep(base: self, recovery: recovery).alone
  }

  /// Returns a workflow that replaces a failure of this one with another value, made from the input
  /// and the error.
  ///
  /// Cancellation is not handled.
  ///
  /// - Parameter body: Takes the input of this workflow and its error, and returns a value or
  ///   throws. It runs where it is written.
  /// - Returns: A workflow with the same name.
  public func recover(
    @_inheritActorContext _ body:
      @escaping @Sendable @isolated(any) (Input, any Error) async throws -> Output
  ) -> Workflow<Input, Output> {
    let recovery = Perform("recover") { (input: Input, error: any Error) in
      try await body(input, error)
    }
    return RecoveredStep(base: self, recovery: recovery).alone
  }

  /// Returns a workflow that runs a step if this one fails.
  ///
  /// Cancellation is not handled.
  ///
  /// - Parameter fallback: The step, which receives the same input. If it fails too, its error is
  ///   the error of the returned workflow.
  /// - Returns: A workflow with the same name.
  public func recover(with fallback: some Step<Input, Output>) -> Workflow<Input, Output> {
    RecoveredStep(base: self, fallback: fallback).alone
  }

  /// Returns a workflow whose output is the outcome of this one, so that its failure does not fail
  /// the run.
  ///
  /// Cancellation does not count as an outcome.
  ///
  /// - Returns: A workflow with the same name.
  public func asResult() -> Workflow<Input, Result<Output, any Error>> {
    SettledStep(base: self).alone
  }

  /// Returns a workflow whose output is a pair of its input and the output of this one.
  ///
  /// - Returns: A workflow with the same name.
  public func keepingInput() -> Workflow<Input, (Input, Output)> {
    InputKeepingStep(base: self).alone
  }

  /// Returns a workflow whose effect is undone if the run fails or is cancelled later.
  ///
  /// See ``Step/compensate(_:)-6kyh0``.
  ///
  /// - Parameter body: Undoes the effect; receives the output of this workflow. It runs where it is
  ///   written.
  /// - Returns: A workflow with the same name.
  public func compensate(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Void
  ) -> Workflow<Input, Output> {
    CompensatedStep(base: self, undo: Perform<Output, Void>(name, body)).alone
  }

  /// Undoes a workflow with a future that a closure starts.
  ///
  /// The compensation lasts until the future has settled, and fails if the future fails. Otherwise
  /// the same as the other `compensate` with a closure.
  ///
  /// - Parameter body: Starts the work that undoes the workflow; receives the output of the
  ///   workflow. Runs where it is written.
  /// - Returns: The workflow with its compensation.
  public func compensate<Work: FutureProtocol>(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Work
  ) -> Workflow<Input, Output> {
    CompensatedStep(base: self, undo: Perform<Output, Work.Value>(name, body)).alone
  }

  /// Returns a workflow whose effect a step undoes if the run fails or is cancelled later.
  ///
  /// See ``Step/compensate(_:)-6kyh0``.
  ///
  /// - Parameter step: Undoes the effect; receives the output of this workflow.
  /// - Returns: A workflow with the same name.
  public func compensate<Ignored>(
    with step: some Step<Output, Ignored>
  ) -> Workflow<Input, Output> {
    CompensatedStep(base: self, undo: step).alone
  }

  /// Returns a workflow whose effect is undone if the run fails or is cancelled later, even if it
  /// is unknown whether the workflow had an effect.
  ///
  /// See ``Step/compensate(_:inDoubt:)``.
  ///
  /// - Parameters:
  ///   - body: Undoes the effect; receives the output of this workflow. Runs where it is written.
  ///   - doubtful: Undoes the effect, if any; receives the idempotency key of the workflow. Runs
  ///     where it is written.
  /// - Returns: A workflow with the same name.
  public func compensate(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Output) async throws -> Void,
    @_inheritActorContext inDoubt doubtful:
      @escaping @Sendable @isolated(any) (_ idempotencyKey: String) async throws -> Void
  ) -> Workflow<Input, Output> {
    CompensatedStep(
      base: self,
      undo: Perform<Output, Void>(name, body),
      undoInDoubt: Perform<String, Void>(name, doubtful)
    ).alone
  }

  /// Returns a workflow that runs a closure at its end, regardless of its outcome.
  ///
  /// See ``Step/finally(_:)-3qeww``.
  ///
  /// - Parameter body: Cleans up; receives the input of this workflow. It runs where it is written.
  /// - Returns: A workflow with the same name.
  public func finally(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Void
  ) -> Workflow<Input, Output> {
    FinallyStep(base: self, last: Perform<Input, Void>("finally", body)).alone
  }

  /// Returns a workflow that starts a future at its end, regardless of its outcome, and waits for
  /// it.
  ///
  /// The last step lasts until the future has settled, and fails if the future fails. Otherwise the
  /// same as the other `finally`.
  ///
  /// - Parameter body: Starts the work, with the input of the step. Runs where it is written.
  /// - Returns: The workflow with its last step.
  public func finally<Work: FutureProtocol>(
    @_inheritActorContext _ body: @escaping @Sendable @isolated(any) (Input) async throws -> Work
  ) -> Workflow<Input, Output> {
    FinallyStep(base: self, last: .finally(body)).alone
  }

  /// Returns this workflow with another share in the progress of the enclosing workflow.
  ///
  /// - Parameter weight: The share, relative to the other steps. Values that are negative or not
  ///   finite count as zero.
  /// - Returns: The workflow.
  public func weighted(_ weight: Double) -> Workflow<Input, Output> {
    LabelledStep(base: self, name: name, weight: weight).alone
  }
}

extension Workflow where Input: Hashable {
  /// Returns a workflow that caches the outputs of this one.
  ///
  /// See ``Step/cached(in:)``.
  ///
  /// - Parameter cache: The cache; by default, a new one for the returned workflow and its copies.
  /// - Returns: A workflow with the same name.
  public func cached(
    in cache: ResultCache<Input, Output> = ResultCache()
  ) -> Workflow<Input, Output> {
    CachedStep(base: self, cache: cache).alone
  }
}
