#if AsyncHTTPClient
import AsyncHTTPClient
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
struct ExistingClientTests {
  private func withClient(
    _ configuration: HTTPClient.Configuration = HTTPClientBackend.configuration(),
    _ body: (HTTPClient) async throws -> Void
  ) async throws {
    let client = HTTPClient(configuration: configuration)
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(client))
    } catch {
      result = .failure(error)
    }
    try await client.shutdown()
    try result.get()
  }

  @Test func usesItsConnections() async throws {
    let server = try LoopbackServer { connection in
      while true {
        try connection.readRequest()
        try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      }
    }
    try await withClient { client in
      for _ in 0..<2 {
        let session = TransferSession(over: HTTPClientBackend(client: client))
        let text = try await session.text(from: server.url())
        #expect(text == "there")
      }
    }
    #expect(server.connectionCount == 1)
  }

  @Test func followsRedirectsByTheRulesOfTheTransfer() async throws {
    let other = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: Gzip.page)
    }
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(302, headers: ["Location": other.url().absoluteString])
    }
    try await withClient { client in
      var request = URLRequest(url: server.url())
      request.setValue("secret", forHTTPHeaderField: "Authorization")
      let session = TransferSession(over: HTTPClientBackend(client: client))
      let (data, _) = try await session.data(for: request).timeout(.seconds(600)).value
      #expect(String(decoding: data, as: UTF8.self).contains("shop://gz"))
    }
    #expect(try await other.connection().request.value.headers["authorization"] == nil)
  }

  @Test func aClientThatFollowsRedirectsItselfIsRefused() async throws {
    let server = try LoopbackServer { connection in
      if try connection.readRequest().target == "/next" { return try connection.respond() }
      try connection.respond(302, headers: ["Location": "/next"])
    }
    try await withClient(HTTPClient.Configuration()) { client in
      let session = TransferSession(over: HTTPClientBackend(client: client))
      await #expect(throws: ClientFollowsRedirects.self) {
        try await session.text(from: server.url())
      }
      let text = try await session.text(from: server.url("/next"))
      #expect(text.isEmpty)
    }
  }

  @Test func survivesWhatTheClientAloneWouldNot() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 099 OK\r\nContent-Length: 1\r\n\r\nx")
    }
    try await withClient { client in
      let session = TransferSession(over: HTTPClientBackend(client: client))
      let error = await #expect(throws: URLError.self) {
        try await session.text(from: server.url())
      }
      #expect(error?.code == .badServerResponse)
    }
  }

  @Test func survivesTheBackEnd() async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let silent = try LoopbackServer(pausing: paused) { _ in }
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "there".utf8)
    }
    try await withClient { client in
      let backend = HTTPClientBackend(client: client)
      let session = TransferSession(over: backend)
      let transfer = session.data(for: URLRequest(url: silent.url()))
      let connection = try await paused.future.value
      await backend.shutdown()
      #expect(await transfer.timeout(.seconds(600)).result.failure is BackendHasShutDown)
      try await closes(connection)
      await #expect(throws: BackendHasShutDown.self) { try await session.text(from: server.url()) }
      let another = TransferSession(over: HTTPClientBackend(client: client))
      let text = try await another.text(from: server.url())
      #expect(text == "there")
    }
  }
}
#endif
