/// A type that receives the spans of a run while it runs, for bridges to other tracing systems.
///
/// It receives only the spans that the trace records.
package protocol SpanObserver: Sendable {
  /// A span has begun.
  ///
  /// Called on the thread that runs the step, before the step.
  func begin(_ span: TraceSpan)

  /// A span has ended.
  ///
  /// Called once for each span, on any thread. If the run is cancelled in the meantime, this may
  /// precede ``begin(_:)``.
  func end(_ span: TraceSpan)

  /// Runs a step inside its span.
  nonisolated(nonsending) func run<Output>(
    in span: TraceSpan.ID,
    _ step: nonisolated(nonsending) () async throws -> Output
  ) async throws -> Output

  /// Calls a closure of a step inside its span, on the thread on which the closure runs.
  func call<Output>(in span: TraceSpan.ID, _ body: () throws -> Output) rethrows -> Output
}
