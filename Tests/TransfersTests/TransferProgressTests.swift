import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct TransferProgressTests {
  private final class Bar {
    var received: [Int64] = []
    var isFinished = false
  }

  @Test(
    arguments: Backend.all
  )
  func isReportedOnTheMainActorToAClosureThatIsWrittenThereBeforeTheEnd(over backend: Backend)
    async throws
  {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: String(repeating: "x", count: 100_000).utf8)
    }
    let bar = Bar()
    let transfer = backend.session()
      .data(for: URLRequest(url: server.url())) { progress in
        MainActor.assertIsolated()
        #expect(!bar.isFinished)
        bar.received.append(progress.bytesReceived)
      }
      .map { data, _ in
        MainActor.assertIsolated()
        bar.isFinished = true
        return data.count
      }
    #expect(bar.received == [])
    #expect(try await transfer.timeout(.seconds(600)).value == 100_000)
    #expect(bar.received.last == 100_000)
    #expect(bar.received == bar.received.sorted())
  }

  @Test(arguments: Backend.all)
  func isReportedAsBytesArrive(over backend: Backend) async throws {
    let mayGoOn = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n1")
      _ = mayGoOn.future.wait()
      try connection.send("234")
    }
    let first = Promise<TransferProgress, any Error>()
    let page = backend.session().data(for: URLRequest(url: server.url())) { progress in
      if progress.bytesReceived > 0 { first.succeed(progress) }
    }
    #expect(
      try await first.future.value == TransferProgress(bytesReceived: 1, totalBytesToReceive: 4)
    )
    mayGoOn.succeed()
    #expect(try await page.timeout(.seconds(600)).value.0 == Data("1234".utf8))
  }

  nonisolated enum Content: CaseIterable { case data, file, request }

  @Test(arguments: Backend.all, Content.allCases)
  func isReportedAsBytesAreSent(over backend: Backend, as content: Content) async throws {
    let mayAnswer = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      _ = mayAnswer.future.wait()
      try connection.respond(body: "\(request.method) \(request.body.count)".utf8)
    }
    let body = Data(repeating: 1, count: 3_000_000)
    let folder = try TemporaryFolder()
    try body.write(to: folder.file("a"))
    var request = URLRequest(url: server.url())
    request.httpMethod = "POST"
    if content == .request { request.httpBody = body }
    let seen = Log<TransferProgress>()
    let sent = Promise<Void, any Error>()
    let report: @Sendable (TransferProgress) -> Void = { progress in
      seen.add(progress)
      if progress.bytesSent == 3_000_000 { sent.succeed() }
    }
    let session = backend.session()
    let upload =
      switch content {
      case .data: session.upload(body, for: request, progress: report)
      case .file: session.upload(fromFile: folder.file("a"), for: request, progress: report)
      case .request: session.data(for: request, progress: report)
      }
    try await sent.future.timeout(.seconds(600)).value
    #expect(seen.count > 2)
    #expect(seen.all.last == TransferProgress(bytesSent: 3_000_000, totalBytesToSend: 3_000_000))
    mayAnswer.succeed()
    #expect(try await upload.timeout(.seconds(600)).value.0 == Data("POST 3000000".utf8))
    #expect(seen.all.map(\.bytesSent) == seen.all.map(\.bytesSent).sorted())
    #expect(seen.all.last?.fraction == 1)
  }

  @Test(
    arguments: Backend.all,
    [
      "200 OK\r\nContent-Length: 0\r\n\r\n", "204 No\r\n\r\n",
      "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ]
  )
  func isAllOfItInTheEnd(over backend: Backend, response: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 \(response)")
    }
    var request = URLRequest(url: server.url())
    request.httpMethod = "POST"
    let seen = Log<TransferProgress>()
    let upload = backend.session()
      .upload(Data(repeating: 1, count: 100_000), for: request) { @Sendable in seen.add($0) }
    _ = try await upload.timeout(.seconds(600)).value
    #expect(seen.all.last?.fraction == 1)
    let fractions = seen.all.map { $0.fraction ?? 0 }
    #expect(fractions == fractions.sorted())
    #expect(fractions.dropLast().allSatisfy { $0 < 1 })
  }

  @Test(arguments: Backend.all)
  func doesNotFallBackWhenARedirectWantsTheBodyAgain(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      if try connection.readRequest().target == "/next" {
        return try connection.respond(body: "there".utf8)
      }
      try connection.respond(307, headers: ["Location": "/next"])
    }
    var request = URLRequest(url: server.url())
    request.httpMethod = "POST"
    let seen = Log<TransferProgress>()
    let upload = backend.session()
      .upload(Data(repeating: 1, count: 1_000_000), for: request) { @Sendable in seen.add($0) }
    #expect(try await upload.timeout(.seconds(600)).value.0 == Data("there".utf8))
    #expect(server.connectionCount == 2)
    #expect(seen.all.map(\.bytesSent) == seen.all.map(\.bytesSent).sorted())
    #expect(seen.all.last?.fraction == 1)
  }
}
