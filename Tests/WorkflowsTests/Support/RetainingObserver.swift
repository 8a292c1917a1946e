import TestSupport
import Workflows

/// An observer of spans that retains an object and does nothing.
struct RetainingObserver: SpanObserver {
  let tracked = Tracked()

  func begin(_ span: TraceSpan) {}

  func end(_ span: TraceSpan) {}

  nonisolated(nonsending) func run<Output>(
    in span: TraceSpan.ID,
    _ step: nonisolated(nonsending) () async throws -> Output
  ) async throws -> Output { try await step() }

  func call<Output>(in span: TraceSpan.ID, _ body: () throws -> Output) rethrows -> Output {
    try body()
  }
}
