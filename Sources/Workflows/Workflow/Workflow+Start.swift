internal import Futures

extension Workflow {
  /// Starts a run.
  ///
  /// The steps run one after another in a task of the run, off every actor. Observers that are
  /// added after this returns miss nothing: they get the outcome also when it is there already.
  ///
  /// - Parameters:
  ///   - input: What the first step gets.
  ///   - options: How the run goes.
  /// - Returns: The run, which goes on whether or not you keep it.
  @discardableResult
  public func start(
    _ input: Input,
    options: RunOptions = RunOptions()
  ) -> WorkflowRun<Output> {
    let run = prepare(input, options: options)
    _ = run.core.start()
    return run
  }

  /// Makes a run that waits to be started.
  ///
  /// For those who want to add observers, or insert steps, before anything happens. If the handle
  /// goes before it was started, its future fails with `BrokenPromise`.
  ///
  /// - Parameters:
  ///   - input: What the first step gets.
  ///   - options: How the run goes.
  /// - Returns: The run; start it with ``WorkflowRun/start()``.
  public func prepare(
    _ input: Input,
    options: RunOptions = RunOptions()
  ) -> WorkflowRun<Output> {
    let plan = RunPlan(stages: stages, output: Output.self)
    let core = RunCore(workflow: name, plan: plan, options: options)
    let promise = Promise<Output, any Error>()
    core.prepare(
      launch: RunCore.Launch { core in
        core.source.token.asCurrent {
          Task(executorPreference: TaskHome.executor, priority: options.priority) {
            await drive(input, core, promise)
          }
        }
      },
      cancelOutcome: RunCore.Hook { _ in _ = promise.cancel() },
      following: options.cancellation
    )
    return WorkflowRun(core: core, outcome: promise.future)
  }

  /// Runs the workflow and waits for its output.
  ///
  /// ```swift
  /// let days = try await forecast(city)
  /// ```
  ///
  /// - Parameters:
  ///   - input: What the first step gets.
  ///   - options: How the run goes.
  /// - Returns: The output.
  /// - Throws: What a step throws; `CancellationError` if the run or the current task is cancelled.
  ///   Cancelling the task cancels the run.
  public func callAsFunction(
    _ input: Input,
    options: RunOptions = RunOptions()
  ) async throws -> Output {
    let run = prepare(input, options: options)
    return try await withTaskCancellationHandler {
      _ = run.core.start()
      return try await run.value
    } onCancel: {
      run.cancel()
    }
  }
}

extension Workflow where Input == Void {
  /// Starts a run of a workflow that takes nothing.
  ///
  /// - Parameter options: How the run goes.
  /// - Returns: The run, which goes on whether or not you keep it.
  @discardableResult
  public func start(options: RunOptions = RunOptions()) -> WorkflowRun<Output> {
    start((), options: options)
  }

  /// Makes a run, of a workflow that takes nothing, that waits to be started.
  ///
  /// - Parameter options: How the run goes.
  /// - Returns: The run; start it with ``WorkflowRun/start()``.
  public func prepare(options: RunOptions = RunOptions()) -> WorkflowRun<Output> {
    prepare((), options: options)
  }

  /// Runs a workflow that takes nothing, and waits for its output.
  ///
  /// - Parameter options: How the run goes.
  /// - Returns: The output.
  /// - Throws: What a step throws; `CancellationError` if the run or the current task is cancelled.
  public func callAsFunction(options: RunOptions = RunOptions()) async throws -> Output {
    try await callAsFunction((), options: options)
  }
}

// MARK: - In the task of the run

extension Workflow {
  /// Runs the steps, and ends the run with what comes out.
  private nonisolated(nonsending) func drive(
    _ input: Input,
    _ core: RunCore,
    _ promise: Promise<Output, any Error>
  ) async {
    core.track.reserve(core.plan.stages.count + 1)
    let span = core.track.begin(name, in: .none, lane: 0, attempt: 1)
    let context = StepContext(of: core, name: name, span: span, cancellation: core.source.token)
    let position = ChainPosition(in: context, weight: weight, isOutermost: true)
    do {
      var output = try await body(input, context, position)
      if !core.plan.beginAlone(count) {
        output = try await context.performInserted(output, at: count, 1, position.path)
      }
      core.end(.succeeded, .succeeded) { promise.succeed(output) }
    } catch  where isCancellation(error) {
      _ = core.cancel()
    } catch {
      core.end(.failed, TraceSpan.Outcome(throwing: error)) { promise.fail(error) }
    }
  }
}
