#if Observability
import CoreMetrics
@_spi(Stores) import DurableWorkflows
import Futures
import FuturesObservability
import InMemoryTracing
import Tracing

/// A process that works on the durable runs of a store, with a separate tracer.
final class RunProcess: Sendable {
  let tracer: InMemoryTracer
  let runs: DurableRuns
  private let events: Events

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - name: The name of the process, which is the prefix of the identifiers of its spans.
  ///   - store: The store.
  ///   - workflows: The workflows that it knows.
  ///   - continuation: The trace in which runs continue.
  ///   - isTraced: Whether its options have a tracer.
  ///   - metrics: The factory of its metrics, or `nil` for none.
  /// - Throws: An error if the workflows are not valid.
  init(
    _ name: String,
    on store: any RunStorage,
    _ workflows: DurableWorkflow...,
    continuingIn continuation: ContinuedTrace = .same,
    isTraced: Bool = true,
    metrics: (any MetricsFactory)? = nil
  ) throws {
    let number = Locked(0)
    let next: @Sendable (String) -> String = { kind in
      let number = number.withLock { number in
        number += 1
        return number
      }
      return "\(name) \(kind) \(number)"
    }
    tracer = InMemoryTracer(
      idGenerator: .init(nextTraceID: { next("trace") }, nextSpanID: { next("span") })
    )
    let events = Events()
    self.events = events
    // No test takes long enough for polling, or for the renewal of a lease.
    var options = DurableRunsOptions(lease: .seconds(86_400), pollInterval: .seconds(86_400))
    if isTraced { options = options.traced(by: tracer, continuingIn: continuation) }
    if let metrics { options = options.measured(as: "runs", metrics: metrics) }
    runs = try DurableRuns(store: RunStore(store), workflows: workflows, options: options) {
      event in
      let promise = events.promise("\(event)")
      if !promise.future.isSettled { promise.succeed() }
    }
  }

  /// Waits until an event has been reported.
  ///
  /// - Parameter event: The text of the event, such as `parked(run: "a")`.
  func told(_ event: String) async { await events.promise(event).future.value }

  /// Returns the ended spans with a name.
  func spans(_ name: String) -> [FinishedInMemorySpan] {
    tracer.finishedSpans.filter { $0.operationName == name }
  }
}

/// The events that have been reported, or will be.
private final class Events: Sendable {
  private let promises = Locked<[String: Promise<Void, Never>]>([:])

  func promise(_ event: String) -> Promise<Void, Never> {
    promises.withLock { promises in
      if let promise = promises[event] { return promise }
      let promise = Promise<Void, Never>()
      promises[event] = promise
      return promise
    }
  }
}

extension FinishedInMemorySpan {
  var outcome: SpanAttribute? { attributes["outcome"]?.toSpanAttribute() }

  var execution: SpanAttribute? { attributes["workflow.execution"]?.toSpanAttribute() }

  /// The identifiers of the spans that it links to.
  var linkedSpans: [String?] { links.map { $0.context.inMemorySpanContext?.spanID } }
}
#endif
