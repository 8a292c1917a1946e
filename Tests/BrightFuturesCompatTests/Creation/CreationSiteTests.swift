import BrightFuturesCompat
import Dispatch
import FuturesTesting
import struct Futures.Diagnostic
import Testing

#if DEBUG
/// Diagnostics name the line that creates a future, and not a line of this module.
@Suite struct CreationSiteTests {
  private struct Missed: Error {}

  @Test func anUnobservedFailureNamesTheLineThatCreatesTheFuture() async throws {
    let recorder = DiagnosticsRecorder { $0.error is Missed && $0.began() }
    let queue = DispatchQueue(label: "work")
    let first: UInt = #line + 2
    try await recorder.record {
      _ = Future<Int, Missed> { complete in complete(.failure(Missed())) }
      let _: Future<Int, Missed> = materialize { handler in handler(nil, Missed()) }
      let _: Future<Void, Missed> = materialize { handler in handler(Missed()) }
      _ = queue.asyncResult { Result<Int, Missed>.failure(Missed()) }
      _ = try await recorder.first { $0.site?.line == first + 3 }
    }
    #expect(recorder.diagnostics.compactMap { $0.site?.line } == (first..<first + 4).map { $0 })
  }
}
#endif
