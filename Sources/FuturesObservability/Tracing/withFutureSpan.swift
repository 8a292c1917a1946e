#if Observability
public import Futures
public import Tracing

/// Starts work in a span that ends when the future of the work settles.
///
/// ```swift
/// func forecast(for city: String) -> Future<Forecast, any Error> {
///   withFutureSpan("forecast") { span in
///     span.attributes["city"] = city
///     return locate(city)
///       .on(.inline.withServiceContext()).flatMap { place in
///         weather(at: place)
///       }
///   }
/// }
/// ```
///
/// The function `withSpan` of the module `Tracing` ends its span when the closure returns, before
/// the future settles. This function records the error of a future that fails, and sets the
/// attribute `outcome` of a span whose future is cancelled. Neither counts as observing the
/// failure.
///
/// - Parameters:
///   - name: The name of the operation.
///   - context: The context of the span; `nil` for the current one.
///   - kind: The kind of the span.
///   - tracer: The tracer that creates the span; by default, the bootstrapped one.
///   - function: The function in which the span is started.
///   - fileID: The file in which the span is started.
///   - line: The line at which the span is started.
///   - body: A closure that starts the work. It runs during this call, with the context of the
///     span. An error that it throws ends the span.
/// - Returns: The future that `body` returned.
/// - Throws: The error that `body` throws.
@discardableResult
public func withFutureSpan<Value, Failure, Problem: Error>(
  _ name: String,
  context: @autoclosure () -> ServiceContext? = nil,
  ofKind kind: SpanKind = .internal,
  tracer: any Tracer = InstrumentationSystem.tracer,
  function: String = #function,
  file fileID: String = #fileID,
  line: UInt = #line,
  _ body: (any Span) throws(Problem) -> Future<Value, Failure>
) throws(Problem) -> Future<Value, Failure> {
  let given = context()
  if tracer.isDiscarding, given == nil {
    return try body(NoOpTracer.NoOpSpan(context: .current ?? .topLevel))
  }
  let span: any Span = tracer.startSpan(
    name,
    context: given ?? .current ?? .topLevel,
    ofKind: kind,
    function: function,
    file: fileID,
    line: line
  )
  let end = SpanEnd(of: span)
  let started: Result<Future<Value, Failure>, Problem> = ServiceContext.withValue(span.context) {
    do throws(Problem) { return .success(try body(span)) } catch { return .failure(error) }
  }
  switch started {
  case .success(let future):
    future.inspect { result in
      switch result {
      case .success: end.end()
      case .failure(let error): end.end(throwing: error)
      case nil: break
      }
    }
    return future
  case .failure(let error):
    end.end(throwing: error)
    throw error
  }
}
#endif
