import Foundation
import Futures
import FuturesFoundation
import LoopbackServer
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("options of transfers", .timeLimit(.minutes(1)))
struct TransferOptionsTests {
  private let session = TransferSession(configuration: .ephemeral)

  private func load(
    _ url: URL,
    _ options: TransferOptions = TransferOptions()
  ) async throws -> (body: String, response: HTTPURLResponse) {
    let (data, response) = try await session.data(for: URLRequest(url: url), options: options)
      .timeout(.seconds(20)).get()
    return (String(decoding: data, as: UTF8.self), try #require(response as? HTTPURLResponse))
  }

  @Test("redirects may be left to the caller")
  func redirects() async throws {
    let server = try LoopbackServer { connection in
      if try connection.readRequest().target == "/target" {
        try connection.respond(body: "there".utf8)
      } else {
        try connection.respond(302, headers: ["Location": "/target"], body: "elsewhere".utf8)
      }
    }
    #expect(try await load(server.url()).body == "there")
    let (body, response) = try await load(server.url(), TransferOptions(followsRedirects: false))
    #expect(response.statusCode == 302)
    #expect(response.value(forHTTPHeaderField: "Location") == "/target")
    #expect(body.isEmpty)
    #expect(server.connectionCount == 3)
  }

  /// On Linux a session would wait for ever.
  @Test("a server that wants credentials is answered with an error")
  func unauthorized() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let headers = ["WWW-Authenticate": "Basic realm=\"x\""]
      try connection.respond(401, headers: headers, body: "who are you?".utf8)
    }
    let error = await #expect(throws: HTTPStatusError.self) { try await load(server.url()) }
    #expect(error?.status == 401)
    #expect(error?.body == Data("who are you?".utf8))
    let (body, response) = try await load(server.url(), TransferOptions(failsOnErrorStatus: false))
    #expect(response.statusCode == 401)
    #expect(body == "who are you?")
  }
}
