#if Observability
internal import Futures
internal import Synchronization
internal import Tracing

extension Tracer {
  /// Whether no tracer is bootstrapped, so that nothing needs to be added to the work.
  var isDiscarding: Bool { type(of: self) == NoOpTracer.self }
}

/// An object that ends a span once: with an outcome, or when the object is released without one.
final class SpanEnd: Sendable {
  let span: any Span
  private let hasEnded = Atomic<Bool>(false)

  init(of span: any Span) { self.span = span }

  deinit {
    if hasEnded.load(ordering: .relaxed) { return }
    span.setStatus(SpanStatus(code: .error, message: "There will be no outcome."))
    span.end()
  }

  /// Ends the span.
  ///
  /// - Parameters:
  ///   - error: The error of the work, if it failed. Cancellation is not an error of a span.
  ///   - instant: The time at which the work ended.
  func end(
    throwing error: (any Error)? = nil,
    at instant: some TracerInstant = DefaultTracerClock.now
  ) {
    if hasEnded.exchange(true, ordering: .relaxed) { return }
    if let error {
      if isCancellation(error) {
        span.attributes["outcome"] = OutcomeName.cancelled
      } else {
        span.recordError(error, attributes: [:], at: instant)
        span.setStatus(SpanStatus(code: .error))
      }
    }
    span.end(at: instant)
  }
}
#endif
