#if AsyncHTTPClient
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct BackendShutdownTests {
  private func server(keeping: Bool = false) throws -> LoopbackServer {
    try LoopbackServer { connection in
      try connection.readRequest()
      let headers = keeping ? ["Connection": "keep-alive"] : [:]
      try connection.respond(headers: headers, body: "there".utf8)
      connection.waitForPeerToClose()
    }
  }

  @Test func laterTransfersFail() async throws {
    let backend = HTTPClientBackend()
    let session = TransferSession(over: backend)
    let server = try server()
    #expect(try await session.text(from: server.url()) == "there")
    await backend.shutdown()
    await #expect(throws: BackendHasShutDown.self) { try await session.text(from: server.url()) }
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun"])
  func runningTransfersFail(beginning: String) async throws {
    let backend = HTTPClientBackend()
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer(pausing: paused) { try $0.send(beginning) }
    let begun = Promise<Void, any Error>()
    let transfer = TransferSession(over: backend)
      .data(for: URLRequest(url: server.url())) { progress in
        if progress.bytesReceived > 0 { begun.succeed() }
      }
    let connection = try await paused.future.value
    if !beginning.isEmpty { try await begun.future.value }
    await backend.shutdown()
    try await closes(connection)
    #expect(await transfer.timeout(.seconds(600)).result.failure is BackendHasShutDown)
  }

  @Test func closesIdleConnections() async throws {
    let backend = HTTPClientBackend()
    let server = try server(keeping: true)
    _ = try await TransferSession(over: backend).text(from: server.url())
    await backend.shutdown()
    try await closes(server.connection())
  }

  @Test func canBeDoneTwiceAndAtTheSameTime() async throws {
    let backend = HTTPClientBackend()
    let server = try server(keeping: true)
    _ = try await TransferSession(over: backend).text(from: server.url())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 { group.addTask { await backend.shutdown() } }
    }
    await backend.shutdown()
    try await closes(server.connection())
  }

  @Test func canBeDoneBeforeAnyTransfer() async throws {
    let backend = HTTPClientBackend()
    await backend.shutdown()
    await backend.shutdown()
  }

  @Test func aReleasedBackEndClosesItsConnections() async throws {
    let server = try server(keeping: true)
    _ = try await TransferSession(over: HTTPClientBackend()).text(from: server.url())
    try await closes(server.connection())
  }

  @Test func aReleasedBackEndCompletesItsTransfers() async throws {
    let paused = Promise<Void, any Error>()
    let mayGoOn = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n1")
      paused.succeed()
      _ = mayGoOn.future.wait()
      try connection.send("234")
    }
    var session: TransferSession? = TransferSession(over: HTTPClientBackend())
    let transfer = session?.data(for: URLRequest(url: server.url()))
    session = nil
    try await paused.future.value
    mayGoOn.succeed()
    #expect(try await transfer?.timeout(.seconds(600)).value.0 == Data("1234".utf8))
    try await closes(server.connection())
  }
}
#endif
