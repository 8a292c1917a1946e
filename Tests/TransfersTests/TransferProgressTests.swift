import Foundation
import Futures
import LoopbackServer
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
@Suite("progress of transfers", .timeLimit(.minutes(10)))
struct TransferProgressTests {
  private final class Bar {
    var received: [Int64] = []
    var isFinished = false
  }

  @Test("is reported on the main actor to a closure that is written there, before the end")
  func mainActor() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: String(repeating: "x", count: 100_000).utf8)
    }
    let bar = Bar()
    let transfer = TransferSession(configuration: .ephemeral)
      .data(for: URLRequest(url: server.url())) { progress in
        MainActor.assertIsolated()
        #expect(!bar.isFinished)
        bar.received.append(progress.received)
      }
      .map { data, _ in
        MainActor.assertIsolated()
        bar.isFinished = true
        return data.count
      }
    #expect(bar.received == [])
    #expect(try await transfer.timeout(.seconds(60)).get() == 100_000)
    #expect(bar.received.last == 100_000)
    #expect(bar.received == bar.received.sorted())
  }
}
