import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct FetchRaceTests {
  @Test func cancellingAgainstTheEndGivesOneOutcome() async throws {
    let server = try LoopbackServer { connection in
      while true {
        try connection.readRequest()
        try connection.respond(headers: ["Connection": "keep-alive"], body: "hello".utf8)
      }
    }
    let session = TransferSession(configuration: .ephemeral)
    let request = URLRequest(url: server.url())
    for round in 0..<(StressSize.isLong ? 5000 : 300) {
      let source = CancellationSource()
      let begun = Promise<Void, any Error>()
      let page = session.data(for: request, cancellation: source.token) { _ in begun.succeed() }
      if round % 2 == 0 { _ = try? await begun.future.value }
      DispatchQueue.global().async { source.cancel() }
      switch await page.result {
      case .success(let (body, _)): #expect(body == Data("hello".utf8))
      case .failure(let error): #expect(error is CancellationError)
      }
    }
    // The session still works.
    #expect(try await session.data(for: request).value.0 == Data("hello".utf8))
  }

  /// On Linux, a session may trap when a task is cancelled during a redirect.
  @Test func cancellingWhileBeingRedirectedIsHarmless() async throws {
    let server = try LoopbackServer { connection in
      while true {
        try connection.readRequest()
        try connection.respond(302, headers: ["Location": "/", "Connection": "keep-alive"])
      }
    }
    let session = TransferSession(configuration: .ephemeral)
    for round in 0..<(StressSize.isLong ? 5000 : 300) {
      let page = session.data(for: URLRequest(url: server.url()))
      try await Task.sleep(for: .microseconds(30 * (round % 100)))  // another moment each time
      page.cancel()
      guard case .failure(let error) = await page.result else {
        Issue.record("a redirect loop has no end")
        return
      }
      #expect(error is CancellationError || (error as? URLError)?.code == .httpTooManyRedirects)
    }
  }
}
