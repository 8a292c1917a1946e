import Foundation
import Futures
import LoopbackServer
import Testing
import TestSupport

/// The test support itself, with a client that speaks in bytes.
@Suite(.timeLimit(.minutes(10)))
struct LoopbackServerTests {
  private func answer(from server: LoopbackServer, to text: String) throws -> String {
    let client = try Socket.connected(to: server.port)
    defer { client.closeDescriptor() }
    try client.write(text.utf8)
    client.endWriting()
    var answer: [UInt8] = []
    while let more = try? client.read(), !more.isEmpty { answer += more }
    return String(decoding: answer, as: UTF8.self)
  }

  private func echo() throws -> LoopbackServer {
    try LoopbackServer { connection in
      try connection.respond(body: connection.readRequest().body)
    }
  }

  @Test func readsABodyOfKnownLength() async throws {
    let server = try echo()
    let request = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello and more"
    #expect(try answer(from: server, to: request).hasSuffix("\r\n\r\nhello"))
    let received = try await server.connection().request.value
    #expect(received.target == "/x")
    #expect(received.headers["host"] == "a")
    #expect(received.text == "hello")
  }

  @Test func readsABodyInChunks() throws {
    let request =
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
      + "4\r\nwiki\r\nA\r\npedia in c\r\n0\r\n\r\n"
    #expect(try answer(from: echo(), to: request).hasSuffix("\r\n\r\nwikipedia in c"))
  }

  @Test func writesAWholeResponse() throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(404, headers: ["A": "b"], body: "gone".utf8)
    }
    let expected =
      "HTTP/1.1 404 Status\r\nA: b\r\nConnection: close\r\nContent-Length: 4\r\n\r\ngone"
    #expect(try answer(from: server, to: "GET / HTTP/1.1\r\n\r\n") == expected)
  }

  @Test func recordsWhatIsNoRequest() async throws {
    let server = try echo()
    _ = try answer(from: server, to: "hello\r\n\r\n")
    let connection = try await server.connection()
    #expect(await connection.script.result.failure is BadRequest)
    #expect(await connection.request.result.failure is CancellationError)
  }

  @Test func recordsWhenThePeerHasClosed() async throws {
    let server = try LoopbackServer { $0.waitForPeerToClose() }
    let client = try Socket.connected(to: server.port)
    let connection = try await server.connection()
    #expect(!connection.peerClosed.isSettled)
    client.closeDescriptor()
    try await connection.peerClosed.value
  }

  @Test func stoppingEndsConnections() async throws {
    let server = try LoopbackServer { $0.waitForPeerToClose() }
    let client = try Socket.connected(to: server.port)
    defer { client.closeDescriptor() }
    _ = try await server.connection()
    server.stop()
    #expect(try client.read().isEmpty)
  }
}
