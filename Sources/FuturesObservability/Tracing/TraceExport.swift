#if Observability
internal import Futures
internal import Tracing
internal import Workflows

/// Turns the spans of a run into spans of a tracer.
struct TraceExport: Sendable {
  private let tracer: any Tracer
  private let root: SpanEnd
  /// The time on the tracer's clock when the trace began.
  private let origin: Int64

  /// Creates an export; the span of the run has begun.
  init<Output>(of run: WorkflowRun<Output>, to tracer: any Tracer, under span: any Span) {
    self.tracer = tracer
    root = SpanEnd(of: span)
    let now = Int64(clamping: DefaultTracerClock.now.nanosecondsSinceEpoch)
    origin = now - run.trace.now.nanoseconds
  }

  func end(_ spans: [TraceSpan], _ error: (any Error)?) {
    var contexts: [TraceSpan.ID: ServiceContext] = [:]
    for span in spans {
      guard let parent = span.parent else {
        describe(span, root.span)
        contexts[span.id] = root.span.context
        continue
      }
      let child: any Span = tracer.startSpan(
        span.name,
        context: contexts[parent] ?? root.span.context,
        at: instant(span.start)
      )
      contexts[span.id] = child.context
      describe(span, child)
      if case .failed(let text) = span.outcome {
        child.setStatus(SpanStatus(code: .error, message: text))
      }
      child.end(at: instant(span.end ?? span.start))
    }
    let end = spans.first?.end
    root.end(throwing: error, at: end.map { instant($0) } ?? DefaultTracerClock.now)
  }

  private func describe(_ span: TraceSpan, _ target: any Span) {
    target.updateAttributes { attributes in
      attributes["workflow.name"] = span.workflow
      attributes["workflow.run"] = "\(span.id.run)"
      if let tag = span.tag { attributes["workflow.tag"] = tag }
      attributes["workflow.attempt"] = span.attempt
      attributes["workflow.lane"] = span.lane
      if let outcome = span.outcome.name { attributes["outcome"] = outcome }
    }
  }

  private func instant(_ time: Duration) -> DefaultTracerClock.Timestamp {
    DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: UInt64(clamping: origin + time.nanoseconds))
  }
}

extension Duration {
  /// The duration in whole nanoseconds, as far as they go.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 4_000_000_000
    return max(-limit, min(limit, seconds)) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
#endif
