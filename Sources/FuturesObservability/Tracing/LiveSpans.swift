#if Observability
internal import DurableWorkflows
internal import Futures
internal import Tracing
internal import Workflows

/// An observer that turns the spans of a run into spans of a tracer while the run is in progress.
final class LiveSpans: SpanObserver {
  private struct State {
    /// The contexts of all spans.
    ///
    /// They outlive the spans, because work that exceeded its timeout still runs.
    var contexts: [TraceSpan.ID: ServiceContext] = [:]
    /// The spans that have begun and have not ended.
    var running: [TraceSpan.ID: any Span] = [:]
    /// The spans that ended before this object was notified of their beginning.
    var ended: [TraceSpan.ID: TraceSpan] = [:]
  }

  private let tracer: any Tracer
  private let root: SpanEnd
  /// Returns how the process left the run, if the run is durable and has not ended.
  private let departure: @Sendable () -> TracedExecution.Departure?
  /// The time on the tracer's clock when the trace began.
  private let origin: Int64
  private let state = Locked(State())

  /// Creates an observer of a run whose span has begun.
  init(
    of trace: Trace,
    to tracer: any Tracer,
    under span: any Span,
    departure: @escaping @Sendable () -> TracedExecution.Departure? = { nil }
  ) {
    self.tracer = tracer
    self.departure = departure
    root = SpanEnd(of: span)
    let now = Int64(clamping: DefaultTracerClock.now.nanosecondsSinceEpoch)
    origin = now - trace.now.nanoseconds
  }

  /// Ends the span of the run.
  ///
  /// - Parameters:
  ///   - end: The time at which the run ended; `nil` if the trace did not record it.
  ///   - error: The error of the run, if it failed.
  func endRun(at end: Duration?, throwing error: (any Error)?) {
    let end = end.map { instant($0) } ?? DefaultTracerClock.now
    guard error.map(isCancellation) ?? true, let departure = departure() else {
      return root.end(throwing: error, at: end)
    }
    root.span.attributes["outcome"] = departure.name
    if case .setAside(let reason) = departure {
      root.span.setStatus(SpanStatus(code: .error, message: reason))
    }
    root.end(at: end)
  }

  func begin(_ span: TraceSpan) {
    guard let parent = span.parent else {
      describe(span, root.span)
      return
    }
    let child: any Span = tracer.startSpan(
      span.name,
      context: context(of: parent),
      at: instant(span.start)
    )
    describe(span, child)
    let end = state.withLock { state -> TraceSpan? in
      state.contexts[span.id] = child.context
      if let end = state.ended.removeValue(forKey: span.id) { return end }
      state.running[span.id] = child
      return nil
    }
    if let end { finish(child, end) }
  }

  func end(_ span: TraceSpan) {
    if span.parent == nil {
      describeOutcome(of: span, root.span)
      return
    }
    let child = state.withLock { state in
      let child = state.running.removeValue(forKey: span.id)
      if child == nil { state.ended[span.id] = span }
      return child
    }
    if let child { finish(child, span) }
  }

  nonisolated(nonsending) func run<Output>(
    in span: TraceSpan.ID,
    _ step: nonisolated(nonsending) () async throws -> Output
  ) async throws -> Output {
    try await ServiceContext.withValue(context(of: span)) { try await step() }
  }

  func call<Output>(in span: TraceSpan.ID, _ body: () throws -> Output) rethrows -> Output {
    try ServiceContext.withValue(context(of: span)) { try body() }
  }

  /// Returns the context of a span, or that of the run.
  private func context(of span: TraceSpan.ID) -> ServiceContext {
    state.withLock { $0.contexts[span] } ?? root.span.context
  }

  private func finish(_ child: any Span, _ span: TraceSpan) {
    describeOutcome(of: span, child)
    if case .failed(let text) = span.outcome {
      child.setStatus(SpanStatus(code: .error, message: text))
    }
    child.end(at: instant(span.end ?? span.start))
  }

  private func describe(_ span: TraceSpan, _ target: any Span) {
    target.updateAttributes { attributes in
      attributes["workflow.name"] = span.workflow
      attributes["workflow.run"] = "\(span.id.run)"
      if let tag = span.tag { attributes["workflow.tag"] = tag }
      attributes["workflow.attempt"] = span.attempt
      attributes["workflow.lane"] = span.lane
    }
  }

  private func describeOutcome(of span: TraceSpan, _ target: any Span) {
    // Steps are cancelled when the process leaves their run, which does not mean that the run was
    // cancelled.
    let departure = span.outcome == .cancelled ? departure() : nil
    if let outcome = departure?.name ?? span.outcome.name { target.attributes["outcome"] = outcome }
  }

  private func instant(_ time: Duration) -> DefaultTracerClock.Timestamp {
    DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: UInt64(clamping: origin + time.nanoseconds))
  }
}

extension TracedExecution.Departure {
  /// The name for dimensions and attributes.
  fileprivate var name: String {
    switch self {
    case .parked: OutcomeName.parked
    case .lost: OutcomeName.lost
    case .released: OutcomeName.released
    case .setAside: OutcomeName.setAside
    }
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to avoid overflow.
  fileprivate var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 4_000_000_000
    return max(-limit, min(limit, seconds)) * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
#endif
