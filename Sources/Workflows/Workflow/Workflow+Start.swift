internal import Futures

extension Workflow {
  /// Starts a run.
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
    let core = RunCore(workflow: name, options: options)
    let context = core.context(name: name)
    let position = ChainPosition(range: .whole, weight: weight, isOutermost: true)
    let body = body
    let future = Future<Output, any Error>(priority: options.priority) {
      try await body(input, context, position)
    }
    return WorkflowRun(core: core, outcome: future)
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
}
