#if Observability
public import Tracing
public import Workflows

extension Workflow {
  /// Starts a run whose trace becomes spans of a tracer.
  ///
  /// ```swift
  /// let run = forecast.start(city, tracedBy: InstrumentationSystem.tracer)
  /// ```
  ///
  /// The run is a span, which begins now as a child of the current service context. Each span of
  /// `WorkflowRun.trace`, those that `svg()` draws, becomes one of the tracer, with its parent,
  /// times and outcome. It begins and ends with its step, and is current while the step runs: spans
  /// that the work of the step starts are its children, also on the context of a `Perform`. Spans
  /// have the attributes `workflow.name`, `workflow.run`, `workflow.tag`, `workflow.attempt`,
  /// `workflow.lane` and `outcome`. A step that the trace has no room for has no span.
  ///
  /// A tracer that does not record costs one span that it discards. Without a tracer, which is the
  /// `NoOpTracer` of a program that has bootstrapped none, this is the same as
  /// `start(_:options:)`.
  ///
  /// - Parameters:
  ///   - input: What the first step receives.
  ///   - options: How the run is identified, recorded and cancelled.
  ///   - tracer: What creates the spans.
  ///   - function: Where the run is started.
  ///   - fileID: Where the run is started.
  ///   - line: Where the run is started.
  /// - Returns: The run.
  @discardableResult
  public func start(
    _ input: Input,
    options: RunOptions = RunOptions(),
    tracedBy tracer: any Tracer,
    function: String = #function,
    file fileID: String = #fileID,
    line: UInt = #line
  ) -> WorkflowRun<Output> {
    let options = options.traced(by: tracer, function: function, file: fileID, line: line)
    return start(input, options: options)
  }
}

extension Workflow where Input == Void {
  /// Starts a run, of a workflow that takes nothing, whose trace becomes spans of a tracer.
  ///
  /// - Parameters:
  ///   - options: How the run is identified, recorded and cancelled.
  ///   - tracer: What creates the spans.
  ///   - function: Where the run is started.
  ///   - fileID: Where the run is started.
  ///   - line: Where the run is started.
  /// - Returns: The run.
  @discardableResult
  public func start(
    options: RunOptions = RunOptions(),
    tracedBy tracer: any Tracer,
    function: String = #function,
    file fileID: String = #fileID,
    line: UInt = #line
  ) -> WorkflowRun<Output> {
    start((), options: options, tracedBy: tracer, function: function, file: fileID, line: line)
  }
}
#endif
