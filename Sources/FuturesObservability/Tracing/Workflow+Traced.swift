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
  /// `WorkflowRun.trace`, as drawn by `svg()`, becomes a span of the tracer with its parent, times,
  /// and outcome. It begins and ends with its step and is current while the step runs: spans that
  /// the work of the step starts are its children, also on the context of a `Perform`. Spans have
  /// the attributes `workflow.name`, `workflow.run`, `workflow.tag`, `workflow.attempt`,
  /// `workflow.lane`, and `outcome`. A step for which the trace has no room has no span.
  ///
  /// A tracer that does not record costs one discarded span. Without a tracer, that is, with the
  /// `NoOpTracer` of a program that has not bootstrapped one, this method is the same as
  /// `start(_:options:)`.
  ///
  /// - Parameters:
  ///   - input: The input of the first step.
  ///   - options: Options that determine how the run is identified, recorded, and cancelled.
  ///   - tracer: The tracer that creates the spans.
  ///   - function: The function in which the run is started.
  ///   - fileID: The file in which the run is started.
  ///   - line: The line at which the run is started.
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
  /// Starts a run of a workflow without an input, whose trace becomes spans of a tracer.
  ///
  /// - Parameters:
  ///   - options: Options that determine how the run is identified, recorded, and cancelled.
  ///   - tracer: The tracer that creates the spans.
  ///   - function: The function in which the run is started.
  ///   - fileID: The file in which the run is started.
  ///   - line: The line at which the run is started.
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
