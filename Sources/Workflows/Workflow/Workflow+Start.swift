internal import Futures

extension Workflow {
  /// Starts a run.
  ///
  /// The steps run one after another in a task of the run, on no actor. An observer that you add
  /// later still receives the outcome, even if the run has ended.
  ///
  /// - Parameters:
  ///   - input: The input of the first step.
  ///   - options: The options of the run.
  /// - Returns: The run, which continues whether or not you keep the handle.
  @discardableResult
  public func start(
    _ input: Input,
    options: RunOptions = RunOptions()
  ) -> WorkflowRun<Output> {
    let run = prepare(input, options: options)
    _ = run.core.start()
    return run
  }

  /// Returns a run that you start yourself.
  ///
  /// Use this to add observers or insert steps before the first step begins. If you release the
  /// last handle without starting the run, its future fails with `BrokenPromise`.
  ///
  /// - Parameters:
  ///   - input: The input of the first step.
  ///   - options: The options of the run.
  /// - Returns: The run; start it with ``WorkflowRun/start()``.
  public func prepare(
    _ input: Input,
    options: RunOptions = RunOptions()
  ) -> WorkflowRun<Output> {
    var options = options
    let recording = options.instrument?.begin(name, options.trace)
    if let observer = recording?.observer { options.spanObserver = observer }
    let plan = RunPlan(stages: stages, output: Output.self)
    let core = RunCore(workflow: name, plan: plan, options: options)
    let promise = Promise<Output, any Error>()
    let result = RunResult<Output>()
    if let recording {
      core.whenEnded(RunCore.EndHook { core, error in recording.end(core.track.spans, error) })
    }
    core.prepare(
      launch: RunCore.Launch(priority: options.priority, recording: recording) { core in
        if await core.waitForTurn() { await drive(input, core, result, promise) }
        core.leaveTurn()
      },
      cancelOutcome: RunCore.Hook { _ in _ = promise.cancel() },
      following: options.cancellation
    )
    return WorkflowRun(core: core, outcome: promise.future, settled: result)
  }

  /// Runs the workflow and returns its output.
  ///
  /// ```swift
  /// let days = try await forecast(city)
  /// ```
  ///
  /// Cancelling the current task cancels the run.
  ///
  /// - Parameters:
  ///   - input: The input of the first step.
  ///   - options: The options of the run.
  /// - Returns: The output.
  /// - Throws: The error of a step; `CancellationError` if the run or the current task is
  ///   cancelled.
  public func callAsFunction(
    _ input: Input,
    options: RunOptions = RunOptions()
  ) async throws -> Output {
    let run = prepare(input, options: options)
    return try await withTaskCancellationHandler {
      _ = run.core.start()
      return try await run.value
    } onCancel: {
      run.cancel(because: .scope)
    }
  }
}

extension Workflow where Input == Void {
  /// Starts a run of a workflow without input.
  ///
  /// - Parameter options: The options of the run.
  /// - Returns: The run, which continues whether or not you keep the handle.
  @discardableResult
  public func start(options: RunOptions = RunOptions()) -> WorkflowRun<Output> {
    start((), options: options)
  }

  /// Returns a run of a workflow without input that you start yourself.
  ///
  /// - Parameter options: The options of the run.
  /// - Returns: The run; start it with ``WorkflowRun/start()``.
  public func prepare(options: RunOptions = RunOptions()) -> WorkflowRun<Output> {
    prepare((), options: options)
  }

  /// Runs a workflow without input and returns its output.
  ///
  /// - Parameter options: The options of the run.
  /// - Returns: The output.
  /// - Throws: The error of a step; `CancellationError` if the run or the current task is
  ///   cancelled.
  public func callAsFunction(options: RunOptions = RunOptions()) async throws -> Output {
    try await callAsFunction((), options: options)
  }
}

// MARK: - In the task of the run

extension Workflow {
  /// Runs the steps, and ends the run with their outcome.
  private nonisolated(nonsending) func drive(
    _ input: Input,
    _ core: RunCore,
    _ result: RunResult<Output>,
    _ promise: Promise<Output, any Error>
  ) async {
    core.track.reserve(core.plan.stages.count + 1)
    let span = core.track.begin(name, in: .none, lane: 0, attempt: 1)
    let context = StepContext(of: core, name: name, span: span, cancellation: core.source.token)
    // What `retry` and others return has the place of the step itself, as in another workflow.
    let position = ChainPosition(
      in: context,
      weight: weight,
      isOutermost: true,
      isAround: inside != nil
    )
    do {
      let body = context.durability == nil ? body : durableBody
      var output = try await body(input, context, position)
      if !core.plan.beginAlone(count) {
        output = try await context.performInserted(output, at: count, 1, position.path)
      }
      let hasSucceeded = core.end(.succeeded, nil) {
        result.store(.success(output))
      } settle: {
        promise.succeed(output)
      }
      if hasSucceeded { core.compensations.drop() } else { await core.compensations.undo(of: core) }
    } catch  where isCancellation(error) {
      _ = core.cancel(.step)
      await core.compensations.undo(of: core)
    } catch {
      await core.compensations.undo(of: core)
      _ = core.end(.failed, error) {
        result.store(.failure(error))
      } settle: {
        promise.fail(error)
      }
    }
  }
}
