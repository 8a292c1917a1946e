#if AsyncHTTPClient
import AsyncHTTPClient
import Foundation
import Futures
import LoopbackServer
import NIOHTTPCompression
import TestSupport
import Testing
import Transfers
import TransfersHTTPClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct HTTPClientBackendTests {
  @Test func usesConnectionsAgain() async throws {
    let server = try LoopbackServer { connection in
      for _ in 0..<3 {
        let target = try connection.readRequest().target
        try connection.respond(headers: ["Connection": "keep-alive"], body: target.utf8)
      }
    }
    try await withSession { session in
      for path in ["/1", "/2", "/3"] {
        let text = try await session.text(from: server.url(path))
        #expect(text == path)
      }
    }
    #expect(server.connectionCount == 1)
  }

  /// The transfer limits the body, also without options, and the client nothing before that.
  @Test(arguments: [(200_000, 20 << 20), (500_000, nil)] as [(Int, Int?)])
  func decompressesWhateverTheTransferAllows(size: Int, limit: Int?) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: Gzip.bomb(size))
      // The body has no end, which the client reports if it sees the end of the connection first.
      _ = try? connection.readRequest()
    }
    try await withSession { session in
      let options = TransferOptions(maximumBodyBytes: limit)
      let transfer = session.data(for: URLRequest(url: server.url()), options: options)
      let error = await transfer.timeout(.seconds(600)).result.failure
      #expect((error as? TransferError)?.code == .bodyTooLarge, "\(String(describing: error))")
      #expect((error as? TransferError)?.bytesExpected == Int64(limit ?? 64 << 20))
    }
  }

  /// Names are compared in one way if there are few, and in another if there are many.
  @Test(arguments: [0, 30]) func joinsFieldsOfOneName(others: Int) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let fields = (0..<others).map { "X-Other-\($0): \($0)\r\n" }.joined()
      try connection.send(
        "HTTP/1.1 200 OK\r\n\(fields)X-List: a\r\nx-list: b\r\nX-Lis: c\r\nX-LIST: d\r\n"
          + "Content-Length: 0\r\n\r\n"
      )
    }
    try await withSession { session in
      let (_, response) = try await session.data(for: URLRequest(url: server.url())).value
      let fields = try #require((response as? HTTPURLResponse)?.allHeaderFields)
      #expect(fields["X-List"] as? String == "a, b, d")
      #expect(fields["X-Lis"] as? String == "c")
      #expect(fields.count == others + 3)
    }
  }

  @Test func usesTheConnectionOfARedirectAgain() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n")
      let target = try connection.readRequest().target
      try connection.respond(body: target.utf8)
    }
    try await withSession { session in
      let text = try await session.text(from: server.url())
      #expect(text == "/next")
    }
    #expect(server.connectionCount == 1)
  }

  @Test func loadsFromAnAddressOfVersion6() async throws {
    let server = try LoopbackServer(onVersion6: true) { connection in
      let host = try connection.readRequest().headers["host"] ?? "-"
      try connection.respond(body: host.utf8)
    }
    try await withSession { session in
      let text = try await session.text(from: server.url())
      #expect(text == "[::1]:\(server.port)")
    }
  }

  @Test func sendsTheFieldsOfTheRequest() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond()
    }
    var request = URLRequest(url: server.url("/socks?size=40%20"))
    request.httpMethod = "PROPFIND"
    request.setValue("here", forHTTPHeaderField: "X-Mark")
    try await withSession { _ = try await $0.data(for: request).value }
    let received = try await server.connection().request.value
    #expect(received.method == "PROPFIND")
    #expect(received.target == "/socks?size=40%20")
    #expect(received.headers["x-mark"] == "here")
    #expect(received.headers["host"] == "127.0.0.1:\(server.port)")
    #expect(received.headers["accept-encoding"] == "deflate, gzip")
  }

  @Test func keepsFieldsOfTheSameNameApart() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send(
        "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT\r\nX-A: 1, 2\r\n"
          + "Content-Length: 0\r\nset-cookie: b=2\r\nSet-Cookie: c=3\r\n\r\n"
      )
    }
    try await withSession { session in
      let (_, response) = try await session.data(for: URLRequest(url: server.url())).value
      let http = try #require(response as? HTTPURLResponse)
      let cookies = http.values(forHTTPHeaderField: "SET-Cookie")
      #expect(cookies == ["a=1; Expires=Wed, 21 Oct 2037 07:28:00 GMT", "b=2", "c=3"])
      #expect(http.values(forHTTPHeaderField: "x-a") == ["1, 2"])
      #expect(http.values(forHTTPHeaderField: "X-B").isEmpty)
    }
  }

  @Test func keepsFieldsOfAnErrorStatusApart() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 403 No\r\nX-A: 1\r\nContent-Length: 0\r\nX-a: 2\r\n\r\n")
    }
    try await withSession { session in
      let error = await #expect(throws: HTTPStatusError.self) {
        try await session.text(from: server.url())
      }
      #expect(error?.response.values(forHTTPHeaderField: "X-A") == ["1", "2"])
    }
  }

  /// Many transfers at once would otherwise have as many threads.
  @Test(arguments: [false, true])
  func onlyATransferThatMayBlockHasItsOwnQueue(mayBlock: Bool) async throws {
    let mayAnswer = Promise<Void, any Error>()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      _ = mayAnswer.future.wait()
      try connection.respond(body: "there".utf8)
    }
    try await withSession { session in
      let request = URLRequest(url: server.url())
      let transfer = mayBlock ? session.data(for: request) { _ in } : session.data(for: request)
      // The closure is called in the task of the transfer.
      let hasQueue = transfer.map { _ in
        withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
      }
      mayAnswer.succeed()
      let hadQueue = try await hasQueue.value
      #expect(hadQueue == mayBlock)
    }
  }

  @Test func joinsFieldsOfTheSameName() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 0\r\nx-a: 2\r\n\r\n")
    }
    try await withSession { session in
      let (_, response) = try await session.data(for: URLRequest(url: server.url())).value
      let http = try #require(response as? HTTPURLResponse)
      #expect(http.value(forHTTPHeaderField: "X-A") == "1, 2")
    }
  }

  @Test func decompressesTheBody() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: Gzip.page)
    }
    try await withSession { session in
      let text = try await session.text(from: server.url())
      #expect(text.contains("shop://gz"))
    }
  }

  @Test func keepsTheLimitOfTheConfiguration() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: Gzip.bomb(20_000))
    }
    var configuration = HTTPClient.Configuration()
    configuration.decompression = .enabled(limit: .size(100_000))
    let backend = HTTPClientBackend(configuration: configuration)
    let error = await #expect(throws: URLError.self) {
      try await TransferSession(over: backend).text(from: server.url())
    }
    #expect(error?.code == .dataLengthExceedsMaximum)
    await backend.shutdown()
  }

  @Test(
    arguments: [
      ("data:text/plain,hello", URLError.Code.unsupportedURL),
      ("http+unix://%2Ftmp%2Fsocket/", .unsupportedURL), ("file:///etc/passwd", .unsupportedURL),
      ("relative", .badURL), ("http:///", .badURL), ("http://127.0.0.1:99999/", .badURL),
      ("http://127.0.0.1:0/", .badURL),
    ]
  )
  func refusesOtherURLs(text: String, code: URLError.Code) async throws {
    let url = try #require(URL(string: text))
    try await withSession { session in
      let error = await #expect(throws: URLError.self) { try await session.text(from: url) }
      #expect(error?.code == code)
    }
  }

  /// A flood that is not read must not keep other transfers waiting, as it does with `URLSession`.
  @Test func aSlowClosureDelaysItsTransferOnly() async throws {
    let flooding = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      while true { try connection.send([UInt8](repeating: 0x20, count: 100_000)) }
    }
    let plain = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(body: "there".utf8)
    }
    try await withSession { session in
      let isHeldUp = Promise<Void, any Error>()
      let mayGoOn = Promise<Void, any Error>()
      let request = URLRequest(url: flooding.url())
      let flood = session.data(for: request) { progress in
        guard progress.bytesReceived > 0, isHeldUp.succeed() else { return }
        _ = mayGoOn.future.wait()
      }
      try await isHeldUp.future.value
      for _ in 0..<20 {
        let text = try await session.text(from: plain.url())
        #expect(text == "there")
      }
      flood.cancel()
      mayGoOn.succeed()
      // The script ends when the connection is closed.
      await #expect(throws: SocketError.self) {
        try await flooding.connection().script.timeout(.seconds(600)).value
      }
    }
  }
}
#endif
