import Futures
import Testing
import TestSupport

/// The diagnostics handler itself.
///
/// There is one for the whole process, so each test runs in a separate process.
@Suite struct DiagnosticsHandlerTests {
  @Test func aHandlerHearsOfMistakesUntilItIsReplaced() async {
    await #expect(processExitsWith: .success) {
      let heard = Log<Diagnostic.Kind>()
      Diagnostics.setHandler { heard.add($0.kind) }
      _ = Future<Int, TestError>(error: .first)
      let previous = Diagnostics.setHandler(nil)
      _ = Future<Int, TestError>(error: .first)
      precondition(heard.all == [.unobservedFailure])
      precondition(previous != nil)
      Diagnostics.setHandler(previous)
      _ = Future<Int, TestError>(error: .first)
      precondition(heard.all == [.unobservedFailure, .unobservedFailure])
    }
  }

  @Test func aHandlerMayUseFuturesItself() async {
    await #expect(processExitsWith: .success) {
      let heard = Counter()
      Diagnostics.setHandler { _ in
        if heard.add() == 1 { _ = Future<Int, TestError>(error: .second) }
      }
      _ = Future<Int, TestError>(error: .first)
      precondition(heard.value == 2)
    }
  }

  #if DEBUG
  @Test func withoutAHandlerADebugBuildPrintsALine() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      _ = Future<Int, TestError>(error: .second)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("Futures: unobserved failure: TestError: second (created at \(#fileID):"))
  }

  @Test func theHandlerOfTheStartCanBeRestored() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let handler = Diagnostics.setHandler(nil)
      _ = Future<Int, TestError>(error: .first)
      Diagnostics.setHandler(handler)
      _ = Future<Int, TestError>(error: .second)
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(!text.contains("TestError: first"))
    #expect(text.contains("TestError: second"))
  }

  @Test func aSecondCompletionIsNotPrinted() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let promise = Promise<Int, TestError>()
      promise.succeed(1)
      promise.succeed(2)
    }
    #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("Futures:"))
  }
  #else
  @Test func withoutAHandlerAReleaseBuildIsSilent() async throws {
    let result = try await #require(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      _ = Future<Int, TestError>(error: .second)
    }
    #expect(!String(decoding: result.standardErrorContent, as: UTF8.self).contains("Futures:"))
  }
  #endif
}
