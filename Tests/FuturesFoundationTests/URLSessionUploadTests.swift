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
struct URLSessionUploadTests {
  let session = URLSession(configuration: .ephemeral)

  private func request(to server: LoopbackServer) -> URLRequest {
    var request = URLRequest(url: server.url("/inbox"))
    request.httpMethod = "POST"
    return request
  }

  @Test(arguments: [0, 10, 3_000_000])
  func sendsData(count: Int) async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      try connection.respond(201, body: "got \(request.body.count)".utf8)
    }
    let content = Data(repeating: 7, count: count)
    let (body, response) = try await session.futureUpload(for: request(to: server), from: content)
      .get()
    #expect(String(decoding: body, as: UTF8.self) == "got \(count)")
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    let received = try await server.connection().request.get()
    #expect(received.method == "POST")
    #expect(Data(received.body) == content)
  }

  @Test func sendsAFile() async throws {
    let server = try LoopbackServer { connection in
      try connection.respond(body: connection.readRequest().body)
    }
    let file = try TemporaryFile("from a file")
    let (body, _) = try await session.futureUpload(for: request(to: server), fromFile: file.url)
      .get()
    #expect(String(decoding: body, as: UTF8.self) == "from a file")
  }

  @Test func aMissingFileFails() async throws {
    let server = try LoopbackServer { connection in
      try connection.respond(body: connection.readRequest().body)
    }
    let missing = URL(fileURLWithPath: "/nonexistent/file")
    let upload = session.futureUpload(for: request(to: server), fromFile: missing)
    let error = await upload.outcome().failure
    #expect(error != nil && !(error is CancellationError))
  }

  @Test(arguments: ["data", "file"])
  func cancellingTheTokenClosesTheConnection(sending kind: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.waitForPeerToClose()
    }
    let source = CancellationSource()
    let (request, token) = (request(to: server), source.token)
    let file = try TemporaryFile("content")
    let upload =
      kind == "data"
      ? session.futureUpload(for: request, from: Data("content".utf8), cancellation: token)
      : session.futureUpload(for: request, fromFile: file.url, cancellation: token)
    let connection = try await server.connection()
    _ = try await connection.request.get()
    source.cancel()
    #expect(upload.error is CancellationError)
    try await connection.peerClosed.get()
  }
}
