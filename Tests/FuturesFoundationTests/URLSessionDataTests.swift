import Foundation
import Futures
import FuturesFoundation
import LoopbackServer
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct URLSessionDataTests {
  let session = URLSession(configuration: .ephemeral)

  @Test func loadsTheBody() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["X-Mark": "here"], body: "hello".utf8)
    }
    let (body, response) = try await session.futureData(from: server.url("/a?b=c")).get()
    #expect(String(decoding: body, as: UTF8.self) == "hello")
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 200)
    #expect(http.value(forHTTPHeaderField: "x-mark") == "here")
    let request = try await server.connection().request.get()
    #expect(request.method == "GET")
    #expect(request.target == "/a?b=c")
  }

  @Test func sendsTheRequestAsItIs() async throws {
    let server = try LoopbackServer { connection in
      try connection.respond(body: connection.readRequest().body)
    }
    var request = URLRequest(url: server.url())
    request.httpMethod = "PUT"
    request.setValue("1", forHTTPHeaderField: "X-Test")
    request.httpBody = Data("content".utf8)
    let (body, _) = try await session.futureData(for: request).get()
    #expect(body == Data("content".utf8))
    let received = try await server.connection().request.get()
    #expect(received.method == "PUT")
    #expect(received.headers["x-test"] == "1")
  }

  @Test(arguments: [204, 404, 500])
  func anyStatusIsAResponse(status: Int) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(status)
    }
    let (body, response) = try await session.futureData(from: server.url()).get()
    #expect(body.isEmpty)
    #expect((response as? HTTPURLResponse)?.statusCode == status)
  }

  // MARK: Cancelling

  @Test func cancellingTheFutureClosesTheConnection() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.waitForPeerToClose()
    }
    let page = session.futureData(from: server.url())
    let connection = try await server.connection()
    _ = try await connection.request.get()
    #expect(page.cancel())
    #expect(page.error is CancellationError)
    try await connection.peerClosed.get()
  }

  @Test func cancellingTheTokenClosesTheConnection() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun")
      connection.waitForPeerToClose()
    }
    let source = CancellationSource()
    let page = session.futureData(from: server.url(), cancellation: source.token)
    let connection = try await server.connection()
    _ = try await connection.request.get()
    source.cancel()
    #expect(page.error is CancellationError)
    try await connection.peerClosed.get()
  }

  @Test func aTokenCancelledBeforeSendsNothing() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.waitForPeerToClose()
    }
    let source = CancellationSource()
    source.cancel()
    let page = session.futureData(from: server.url(), cancellation: source.token)
    #expect(page.error is CancellationError)
    let later = session.futureData(from: server.url("/later"))
    let request = try await server.connection().request.get()
    #expect(request.target == "/later")
    #expect(server.connectionCount == 1)
    later.cancel()
  }

  @Test func aTaskThatStopsWaitingLeavesTheTransferAlone() async throws {
    let mayAnswer = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      _ = mayAnswer.future.wait()
      try connection.respond(body: "late".utf8)
    }
    let page = session.futureData(from: server.url())
    let waiting = Task { try await page.get() }
    _ = try await server.connection().request.get()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    mayAnswer.succeed()
    #expect(try await page.get().0 == Data("late".utf8))
  }

  @Test func aTokenForgetsTransfersThatAreDone() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond()
    }
    let source = CancellationSource()
    let page = session.futureData(from: server.url(), cancellation: source.token)
    _ = try await page.get()
    source.cancel()
    #expect(page.value != nil)
  }

  // MARK: Errors of others

  @Test func aForeignCancellationPassesUnchanged() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.waitForPeerToClose()
    }
    let doomed = URLSession(configuration: .ephemeral)
    let page = doomed.futureData(from: server.url())
    _ = try await server.connection().request.get()
    doomed.invalidateAndCancel()
    let error = await page.outcome().failure
    #expect((error as? URLError)?.code == .cancelled)
  }

  @Test func aConnectionThatIsResetFails() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.reset()
    }
    let error = await session.futureData(from: server.url()).outcome().failure
    #expect(error is URLError)
    #expect((error as? URLError)?.code != .cancelled)
  }

  @Test func aBodyThatIsCutFails() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Length": "100"], body: "short".utf8)
    }
    let error = await session.futureData(from: server.url()).outcome().failure
    #expect(error is URLError)
    #expect((error as? URLError)?.code != .cancelled)
  }

  @Test func aRefusedConnectionFails() async throws {
    let reserved = try Socket.reserved()
    defer { reserved.closeDescriptor() }
    let url = try #require(URL(string: "http://127.0.0.1:\(reserved.localPort())/"))
    let error = await session.futureData(from: url).outcome().failure
    #expect((error as? URLError)?.code == .cannotConnectToHost)
  }
}
