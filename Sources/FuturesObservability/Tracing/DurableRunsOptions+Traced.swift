#if Observability
@_spi(Stores) public import DurableWorkflows
internal import Futures
public import Tracing
internal import Workflows

/// The trace in which a durable run continues after a wait or in another process.
public enum ContinuedTrace: Hashable, Sendable {
  /// The trace of the span that began the run.
  case same
  /// A new trace, for runs that wait longer than traces stay open.
  case new
}

extension DurableRunsOptions {
  /// Returns options for durable runs whose executions become spans of a tracer, linked across
  /// processes.
  ///
  /// ```swift
  /// let runs = try DurableRuns(
  ///   store: store,
  ///   workflows: [fulfil.durable()],
  ///   options: DurableRunsOptions().traced(by: tracer)
  /// )
  /// ```
  ///
  /// With each run, the store keeps the identity of the span that began it: the span that was
  /// current where the run was submitted, or else that of its first execution. An execution is the
  /// work of one process on the run until the run waits, is given back, is lost, or has ended. Its
  /// span is a child of the span that began the run, in whichever process that is, and has a link
  /// to that span if it continues the run. The steps and compensations that run in this execution
  /// are spans beneath it. A child run is begun by the step that submits it.
  ///
  /// The attribute `workflow.version` is the version of the workflow, `workflow.execution` the
  /// number of the execution, and `workflow.tag` the identifier of the run. The attribute `outcome`
  /// of an execution that does not end the run is `parked`, `lost`, `released`, or `setAside`.
  ///
  /// The fields with which the tracer identifies a span are stored with the run, up to 16 KiB,
  /// together with other values that it propagates, such as baggage. Use the options in every
  /// process: a process that only submits runs also stores its spans with them.
  ///
  /// - Parameters:
  ///   - tracer: The tracer that creates the spans.
  ///   - continuation: The trace in which a run continues.
  ///   - function: The function in which the options are created.
  ///   - fileID: The file in which the options are created.
  ///   - line: The line at which the options are created.
  /// - Returns: The options.
  public func traced(
    by tracer: any Tracer,
    continuingIn continuation: ContinuedTrace = .same,
    function: String = #function,
    file fileID: String = #fileID,
    line: UInt = #line
  ) -> DurableRunsOptions {
    if tracer.isDiscarding { return self }
    var options = self
    options.tracing = DurableTracing(
      tracer: tracer,
      continuation: continuation,
      function: function,
      fileID: fileID,
      line: line
    )
    return options
  }
}

private struct DurableTracing: DurableRunTracing {
  let tracer: any Tracer
  let continuation: ContinuedTrace
  let function: String
  let fileID: String
  let line: UInt

  var fieldsOfCurrentSpan: [String: String] {
    ServiceContext.current.map { fields(of: $0) } ?? [:]
  }

  func fields(of context: ServiceContext) -> [String: String] {
    var fields: [String: String] = [:]
    tracer.inject(context, into: &fields, using: FieldInjector())
    return fields
  }

  func context(of fields: [String: String]) -> ServiceContext {
    var context = ServiceContext.topLevel
    tracer.extract(fields, into: &context, using: FieldExtractor())
    return context
  }

  func instrument(_ execution: TracedExecution) -> any RunInstrument {
    ExecutionInstrument(tracing: self, execution: execution)
  }
}

/// An instrument that records one execution of a durable run.
private struct ExecutionInstrument: RunInstrument {
  let tracing: DurableTracing
  let execution: TracedExecution

  func begin(_ workflow: String, _ trace: Trace) -> RunRecording {
    let span = startSpan(workflow)
    let context = span.context
    let live =
      span.isRecording
      ? LiveSpans(of: trace, to: tracing.tracer, under: span, departure: execution.departure) : nil
    if live == nil { span.end() }
    return RunRecording(
      observer: live,
      end: { [whenLeft = execution.whenLeft] spans, error in
        guard let live else { return }
        let end = spans.first?.end
        // Only the last write shows whether the run still belonged to this process.
        whenLeft { live.endRun(at: end, throwing: error) }
      },
      // The task of the run inherits the service context.
      start: { body in ServiceContext.withValue(context, operation: body) }
    )
  }

  private func startSpan(_ workflow: String) -> any Span {
    let isKnown = !execution.fields.isEmpty
    let beginning = tracing.context(of: execution.fields)
    let continues = execution.epoch > 1
    let isChild = !continues || tracing.continuation == .same
    let span: any Span = tracing.tracer.startSpan(
      workflow,
      context: isChild ? beginning : .topLevel,
      ofKind: .consumer,
      function: tracing.function,
      file: tracing.fileID,
      line: tracing.line
    )
    if continues, isKnown { span.addLink(SpanLink(context: beginning, attributes: [:])) }
    span.attributes["workflow.version"] = execution.definition.version
    span.attributes["workflow.execution"] = execution.epoch
    if !isKnown { execution.keep(tracing.fields(of: span.context)) }
    return span
  }
}

private struct FieldInjector: Injector {
  func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
    carrier[key] = value
  }
}

private struct FieldExtractor: Extractor {
  func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
}
#endif
