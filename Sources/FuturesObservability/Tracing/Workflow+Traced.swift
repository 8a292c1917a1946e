#if Observability
internal import Futures
public import Tracing
public import Workflows

extension Workflow {
  /// Starts a run whose trace becomes spans of a tracer.
  ///
  /// ```swift
  /// let run = forecast.start(city, tracedBy: InstrumentationSystem.tracer)
  /// ```
  ///
  /// The run is a span, which begins now as a child of the current service context and is that of
  /// the steps: spans that their work starts are its children. When the run has ended, each span of
  /// `WorkflowRun.trace` becomes one of the tracer, with its parent, times and outcome:
  /// those that `svg()` draws. Their attributes are `workflow.name`, `workflow.run`,
  /// `workflow.tag`, `workflow.attempt`, `workflow.lane` and `outcome`.
  ///
  /// A tracer that does not record costs one span that it discards.
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
    let run = prepare(input, options: options)
    let span: any Span = tracer.startSpan(name, function: function, file: fileID, line: line)
    if span.isRecording {
      let export = TraceExport(of: run, to: tracer, under: span)
      run.whenEnded { export.end($0, $1) }
    } else {
      span.end()
    }
    // The task of the run inherits the service context.
    ServiceContext.withValue(span.context) {
      do { try run.start() } catch { preconditionFailure("a new run was started before: \(error)") }
    }
    return run
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
