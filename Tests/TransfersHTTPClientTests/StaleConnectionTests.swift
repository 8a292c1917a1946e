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

/// A server may close a connection that it has kept open just when the next request is sent.
@Suite(.timeLimit(.minutes(10)))
struct StaleConnectionTests {
  /// A server that answers the first request of a connection, and ends the connection when another
  /// one arrives: with an end, a reset, or a part of an answer.
  private func server(_ requests: Log<String>, ending: Ending) throws -> LoopbackServer {
    try LoopbackServer { connection in
      for number in 0... {
        let request = try connection.readRequest()
        requests.add("\(request.method) \(request.text)")
        if number > 0 || ending == .always { break }
        try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      }
      switch ending {
      case .end, .always: break
      case .reset: connection.reset()
      case .byte: try connection.send("H")
      case .interim: try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      }
    }
  }

  enum Ending: CaseIterable { case end, reset, byte, interim, always }

  private func load(
    _ session: TransferSession,
    _ method: String,
    _ server: LoopbackServer,
    _ body: String = ""
  ) async -> Result<Data, any Error> {
    var request = URLRequest(url: server.url())
    request.httpMethod = method
    if !body.isEmpty { request.httpBody = Data(body.utf8) }
    return await session.data(for: request).map { $0.0 }.timeout(.seconds(600)).result
  }

  @Test(arguments: [Ending.end, .reset], ["GET", "DELETE", "OPTIONS"])
  func anIdempotentRequestIsSentAgain(ending: Ending, method: String) async throws {
    let requests = Log<String>()
    let server = try server(requests, ending: ending)
    try await withSession { session in
      for _ in 0..<2 {
        let data = try await load(session, method, server).get()
        #expect(data == Data("there".utf8))
      }
    }
    #expect(requests.all == Array(repeating: "\(method) ", count: 3))
    #expect(server.connectionCount == 2)
  }

  @Test func aBodyIsSentAgain() async throws {
    let requests = Log<String>()
    let server = try server(requests, ending: .end)
    try await withSession { session in
      for _ in 0..<2 {
        let data = try await load(session, "PUT", server, "content").get()
        #expect(data == Data("there".utf8))
      }
    }
    #expect(requests.all == Array(repeating: "PUT content", count: 3))
  }

  @Test(
    arguments: [
      ("POST", Ending.end), ("PATCH", .reset), ("GET", .byte), ("GET", .interim),
    ]
  )
  func otherRequestsAreNotSentAgain(method: String, ending: Ending) async throws {
    let requests = Log<String>()
    let server = try server(requests, ending: ending)
    try await withSession { session in
      _ = try await load(session, method, server).get()
      let error = await load(session, method, server).failure as? URLError
      #expect(error?.code == .networkConnectionLost)
    }
    #expect(requests.count == 2)
    #expect(server.connectionCount == 1)
  }

  @Test func theFirstRequestOfAConnectionIsNotSentAgain() async throws {
    let requests = Log<String>()
    let server = try server(requests, ending: .always)
    try await withSession { session in
      let error = await load(session, "GET", server).failure as? URLError
      #expect(error?.code == .networkConnectionLost)
    }
    #expect(requests.count == 1)
  }

  @Test func aRequestIsSentAgainOnce() async throws {
    let requests = Log<String>()
    let both = Promise<Void, Never>()
    let server = try LoopbackServer { connection in
      for number in 0... {
        requests.add(try connection.readRequest().method)
        // Two connections answer, at the same time, a request each.
        if number > 0 || requests.count > 2 { break }
        if requests.count == 2 { both.succeed() }
        _ = both.future.wait()
        try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      }
    }
    try await withSession { session in
      async let first = load(session, "GET", server)
      async let second = load(session, "GET", server)
      _ = try await (first.get(), second.get())
      let error = await load(session, "GET", server).failure as? URLError
      #expect(error?.code == .networkConnectionLost)
    }
    #expect(requests.count == 4)
  }

  /// The connection ends while most of the body is still to be written.
  @Test func aBodyThatTheServerDoesNotReadIsSentAgain() async throws {
    let requests = Log<String>()
    let server = try LoopbackServer { connection in
      for number in 0... {
        let head = try connection.readHead()
        requests.add(head.method)
        if number > 0 { return connection.reset() }
        try connection.readBody(of: head)
        try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      }
    }
    let body = String(repeating: "content", count: 2_000_000)
    try await withSession { session in
      for _ in 0..<2 {
        let data = try await load(session, "PUT", server, body).get()
        #expect(data == Data("there".utf8))
      }
    }
    #expect(requests.all == Array(repeating: "PUT", count: 3))
  }

  /// As often as the client notices the end in time, and as often as it does not.
  @Test func aServerThatClosesSoonAfterItsAnswersFailsNoRequest() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Connection": "keep-alive"], body: "there".utf8)
      usleep(1000)
    }
    try await withSession { session in
      var failures = 0
      for _ in 0..<400 where await load(session, "GET", server).failure != nil { failures += 1 }
      #expect(failures == 0)
    }
  }
}
#endif
