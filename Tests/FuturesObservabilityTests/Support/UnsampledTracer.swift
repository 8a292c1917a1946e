#if Observability
import TestSupport
import Tracing

/// A tracer that records nothing, but passes the name of the span on in the context.
struct UnsampledTracer: Tracer {
  /// The spans that were created.
  let names = Log<String>()

  func startSpan<Instant: TracerInstant>(
    _ operationName: String,
    context: @autoclosure () -> ServiceContext,
    ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant,
    function: String,
    file fileID: String,
    line: UInt
  ) -> NoOpTracer.NoOpSpan {
    names.add(operationName)
    var context = context()
    context.traceName = operationName
    return NoOpTracer.NoOpSpan(context: context)
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext,
    into carrier: inout Carrier,
    using injector: Inject
  ) where Inject.Carrier == Carrier {}

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier,
    into context: inout ServiceContext,
    using extractor: Extract
  ) where Extract.Carrier == Carrier {}
}

extension ServiceContext {
  private enum TraceNameKey: ServiceContextKey { typealias Value = String }

  /// The name that the tracer has stored.
  var traceName: String? {
    get { self[TraceNameKey.self] }
    set { self[TraceNameKey.self] = newValue }
  }
}
#endif
