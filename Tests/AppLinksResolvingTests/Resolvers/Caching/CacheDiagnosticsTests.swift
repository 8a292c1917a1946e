import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import FuturesTesting
import Testing

@Suite struct CacheDiagnosticsTests {
  private struct Unreachable: Error {
    let test: String
  }

  /// The diagnostics after `use` has received an answer that fails.
  private func reports(
    _ test: String,
    _ use: (Future<AppLinkResolution, any Error>) -> Void
  ) -> [Diagnostic.Kind] {
    let recorder = DiagnosticsRecorder { ($0.error as? Unreachable)?.test == test }
    recorder.record {
      let base = ManualResolver()
      let cache = CachingResolver(base)
      use(cache.futureResolve(url("https://e.com/p")))
      base.fail(0, Unreachable(test: test))
    }
    return recorder.diagnostics.map(\.kind)
  }

  @Test func aFailureThatOnlyTheCacheHasObservedIsReportedOnce() {
    #expect(reports("unobserved") { $0.onSuccess { _ in } } == [.unobservedFailure])
  }

  @Test func aFailureThatTheCallerHasObservedIsNotReported() {
    #expect(reports("observed") { $0.onFailure { _ in } } == [])
  }

  @Test func aFailureThatOneOfTwoCallersHasObservedIsReportedForTheOther() {
    let recorder = DiagnosticsRecorder { ($0.error as? Unreachable)?.test == "shared" }
    recorder.record {
      let base = ManualResolver()
      let cache = CachingResolver(base)
      cache.futureResolve(url("https://e.com/p")).onFailure { _ in }
      cache.futureResolve(url("https://e.com/p")).onSuccess { _ in }
      base.fail(0, Unreachable(test: "shared"))
    }
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
  }
}
