#if Observability
internal import Futures
public import Tracing
public import Workflows

extension RunOptions {
  /// Returns options for runs whose traces become spans of a tracer.
  ///
  /// Use this method if other code, such as a `WorkflowService`, starts the run:
  ///
  /// ```swift
  /// let options = RunOptions(tag: "Oslo").traced(
  ///   by: InstrumentationSystem.tracer
  /// )
  /// let run = try service.start(forecast, city, options: options)
  /// ```
  ///
  /// The span of a run begins when the run is created, as a child of the service context of that
  /// code, and ends with the run. It includes the time that the run is queued. Otherwise this
  /// method is the same as `start(_:options:tracedBy:)`.
  ///
  /// - Parameters:
  ///   - tracer: The tracer that creates the spans.
  ///   - function: The function in which the run is created.
  ///   - fileID: The file in which the run is created.
  ///   - line: The line at which the run is created.
  /// - Returns: The options.
  public func traced(
    by tracer: any Tracer,
    function: String = #function,
    file fileID: String = #fileID,
    line: UInt = #line
  ) -> RunOptions {
    if tracer.isDiscarding { return self }
    var options = self
    options.instrument = TracerInstrument(
      tracer: tracer,
      function: function,
      fileID: fileID,
      line: line
    )
    return options
  }
}

/// An instrument that records runs with a tracer.
private struct TracerInstrument: RunInstrument {
  let tracer: any Tracer
  let function: String
  let fileID: String
  let line: UInt

  func begin(_ workflow: String, _ trace: Trace) -> RunRecording {
    let span: any Span = tracer.startSpan(workflow, function: function, file: fileID, line: line)
    let context = span.context
    let spans = span.isRecording ? LiveSpans(of: trace, to: tracer, under: span) : nil
    if spans == nil { span.end() }
    return RunRecording(
      observer: spans,
      end: { spans?.endRun(at: $0.first?.end, throwing: $1) },
      // The task of the run inherits the service context.
      start: { body in ServiceContext.withValue(context, operation: body) }
    )
  }
}
#endif
