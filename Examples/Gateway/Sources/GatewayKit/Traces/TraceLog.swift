import Futures
import InMemoryTracing
import Synchronization
import Tracing

/// A tracer that keeps the newest traces in memory.
package final class TraceLog: Tracer {
  private struct Record {
    let end = Promise<[FinishedInMemorySpan], any Error>()
    var spans: [FinishedInMemorySpan] = []
    var runningCount = 0
  }

  private struct State {
    var records: [String: Record] = [:]
    /// The identifiers of the records, the oldest first.
    var traceIDs: [String] = []
    var lastTraceID = 0
    var lastSpanID = 0
  }

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates an empty log.
  ///
  /// - Parameter capacity: The most traces to keep; older ones are dropped.
  package init(capacity: Int = 100) { self.capacity = capacity }

  /// Returns the spans of a trace.
  ///
  /// - Parameter traceID: The identifier of the trace.
  /// - Returns: A future of the spans in the order in which they ended, which succeeds when all of
  ///   them have; `nil` if the log does not have the trace.
  package func spans(of traceID: String) -> Future<[FinishedInMemorySpan], any Error>? {
    state.withLock { $0.records[traceID]?.end.future }
  }

  package func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> InMemorySpan {
    let context = context()
    return InMemorySpan(
      operationName: operationName,
      context: context,
      spanContext: begin(in: context.inMemorySpanContext),
      kind: kind,
      startInstant: instant(),
      onEnd: { [weak self] span in self?.end(span) }
    )
  }

  /// Notes that a span has begun, and returns its identity.
  private func begin(in parent: InMemorySpanContext?) -> InMemorySpanContext {
    // Released without the lock: dropping a promise completes its future.
    var dropped: Record?
    defer { withExtendedLifetime(dropped) {} }
    return state.withLock { state in
      state.lastSpanID += 1
      if parent == nil {
        state.lastTraceID += 1
        let traceID = "\(state.lastTraceID)"
        state.records[traceID] = Record()
        state.traceIDs.append(traceID)
        if state.traceIDs.count > capacity {
          dropped = state.records.removeValue(forKey: state.traceIDs.removeFirst())
        }
      }
      let traceID = parent?.traceID ?? "\(state.lastTraceID)"
      state.records[traceID]?.runningCount += 1
      return InMemorySpanContext(
        traceID: traceID,
        spanID: "\(state.lastSpanID)",
        parentSpanID: parent?.spanID
      )
    }
  }

  /// Records a span that has ended; with the last one, the trace has ended.
  private func end(_ span: FinishedInMemorySpan) {
    let ended = state.withLock { state -> Record? in
      guard var record = state.records[span.traceID] else { return nil }
      record.spans.append(span)
      record.runningCount -= 1
      state.records[span.traceID] = record
      return record.runningCount == 0 ? record : nil
    }
    if let ended, !ended.end.future.isSettled { ended.end.succeed(ended.spans) }
  }
}

// The upstreams take no part in the trace, so nothing is passed on to them.
extension TraceLog {
  package func forceFlush() {}

  package func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract.Carrier == Carrier {}

  package func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject.Carrier == Carrier {}
}
