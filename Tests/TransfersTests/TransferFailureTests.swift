import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("failures of transfers", .timeLimit(.minutes(10)))
struct TransferFailureTests {
  private func load(
    over backend: Backend,
    _ options: TransferOptions = TransferOptions(),
    idleTime: TimeInterval = 60,
    accepting coding: String? = nil,
    from script: @escaping LoopbackServer.Script
  ) async throws -> Data {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try script(connection)
    }
    var request = URLRequest(url: server.url(), timeoutInterval: idleTime)
    request.setValue(coding, forHTTPHeaderField: "Accept-Encoding")
    return try await backend.session(idleTime: idleTime).data(for: request, options: options)
      .timeout(.seconds(60)).value.0
  }

  @Test("carry the status, the header and the body", arguments: Backend.all)
  func status(over backend: Backend) async throws {
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(over: backend) { connection in
        try connection.respond(404, headers: ["X-Why": "because"], body: "sorry".utf8)
      }
    }
    #expect(error?.status == 404)
    #expect(error?.headers["X-Why"] == "because")
    #expect(error?.body == Data("sorry".utf8))
    #expect(error?.isBodyTruncated == false)
  }

  @Test("keep no more than the limit of an error's body", arguments: Backend.all)
  func boundedErrorBody(over backend: Backend) async throws {
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(over: backend, TransferOptions(maximumErrorBodyBytes: 1000)) { connection in
        try connection.send("HTTP/1.1 500 No\r\nConnection: close\r\n\r\n")
        try connection.send([UInt8](repeating: 7, count: 1_000_000))
      }
    }
    #expect(error?.body.count == 1000)
    #expect(error?.isBodyTruncated == true)
  }

  @Test("mark the body of an error that ends too early", arguments: Backend.all)
  func incompleteErrorBody(over backend: Backend) async throws {
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(over: backend) { connection in
        try connection.send("HTTP/1.1 404 No\r\nContent-Length: 1000\r\n\r\nbegun")
      }
    }
    #expect(error?.body == Data("begun".utf8))
    #expect(error?.isBodyTruncated == true)
  }

  @Test(
    "of a body that ends too early say how much is missing",
    arguments: Backend.all,
    [
      "Content-Length: 1000\r\n\r\nbegun", "Content-Length: 6\r\nConnection: close\r\n\r\nbegun",
      "Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n",
    ]
  )
  func incomplete(over backend: Backend, response: String) async throws {
    let error = await #expect(throws: TransferError.self) {
      try await load(over: backend) { try $0.send("HTTP/1.1 200 OK\r\n\(response)") }
    }
    #expect(error?.code == .incompleteBody)
    #expect(error?.bytesReceived == 5)
    let length = response.split(separator: "\r\n")[0].split(separator: " ")[1]
    #expect(error?.bytesExpected == Int64(length))
  }

  @Test("of a connection that breaks", arguments: Backend.all)
  func reset(over backend: Backend) async throws {
    let error = await #expect(throws: (any Error).self) {
      try await load(over: backend) { connection in
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun")
        connection.reset()
      }
    }
    // The bytes sent just before a reset may be lost.
    let isLost = (error as? URLError)?.code == .networkConnectionLost
    #expect(isLost || (error as? TransferError)?.code == .incompleteBody)
  }

  @Test(
    "of a body that is too long stop the server",
    arguments: Backend.all,
    ["Content-Length: 100000000\r\n", ""]
  )
  func tooLarge(over backend: Backend, field: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\(field)Connection: close\r\n\r\n")
      let megabyte = [UInt8](repeating: 7, count: 1_000_000)
      for _ in 0..<100 { try connection.send(megabyte) }
    }
    let options = TransferOptions(maximumBodyBytes: 2_000_000)
    let transfer = backend.session().data(for: URLRequest(url: server.url()), options: options)
    let error = await transfer.timeout(.seconds(60)).result.failure as? TransferError
    #expect(error?.code == .bodyTooLarge)
    #expect(error?.bytesExpected == 2_000_000)
    if !field.isEmpty { #expect(error?.bytesReceived == 0) }
    // The script ends when the connection is closed.
    try await server.connection().peerClosed.timeout(.seconds(60)).value
  }

  @Test("of a compressed body that is too long", arguments: Backend.all)
  func tooLargeOnceDecompressed(over backend: Backend) async throws {
    let error = await #expect(throws: TransferError.self) {
      let options = TransferOptions(maximumBodyBytes: 100_000)
      return try await load(over: backend, options, accepting: "gzip") { connection in
        try connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
        try connection.send(Gzip.bomb(20_000))
        connection.waitForPeerToClose()
      }
    }
    #expect(error?.code == .bodyTooLarge)
  }

  @Test("of a compressed body that ends too early, as announced", arguments: Backend.all)
  func incompleteOnceDecompressed(over backend: Backend) async throws {
    let stream = Gzip.bomb(3000)
    await #expect(throws: (any Error).self) {
      try await load(over: backend) { connection in
        try connection.respond(headers: ["Content-Encoding": "gzip"], body: stream)
      }
    }
  }

  @Test("are none if a compressed body is asked for", arguments: Backend.all)
  func compressed(over backend: Backend) async throws {
    let data = try await load(over: backend, accepting: "gzip") { connection in
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: Gzip.page)
    }
    #expect(String(decoding: data, as: UTF8.self).contains("shop://gz"))
  }

  @Test("of an error keep its compressed body", arguments: Backend.all)
  func compressedErrorBody(over backend: Backend) async throws {
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(over: backend) { connection in
        try connection.respond(404, headers: ["Content-Encoding": "gzip"], body: Gzip.page)
      }
    }
    #expect(error.map { String(decoding: $0.body, as: UTF8.self) }?.contains("shop://gz") == true)
  }

  @Test(
    "of a server that says nothing",
    arguments: Backend.all,
    ["", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun"]
  )
  func silence(over backend: Backend, beginning: String) async throws {
    let error = await #expect(throws: URLError.self) {
      try await load(over: backend, idleTime: 1) { connection in
        try connection.send(beginning)
        connection.waitForPeerToClose()
      }
    }
    #expect(error?.code == .timedOut)
  }

  @Test("of a server that does not exist", arguments: Backend.all)
  func noServer(over backend: Backend) async throws {
    let socket = try Socket.reserved()
    defer { socket.closeDescriptor() }
    let url = try #require(URL(string: "http://127.0.0.1:\(socket.localPort())/"))
    let error = await #expect(throws: URLError.self) {
      try await backend.session().data(for: URLRequest(url: url)).timeout(.seconds(60)).value
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test("pass if the policy says so", arguments: Backend.all)
  func recovery(over backend: Backend) async throws {
    let requests = Counter()
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      switch requests.add() {
      case 1: try connection.respond(503)
      case 2: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx")
      case 3: connection.reset()
      default: try connection.respond(body: "at last".utf8)
      }
    }
    let session = backend.session()
    let request = URLRequest(url: server.url())
    let transfer = Future.retry(.transfers(attempts: 4, backoff: .none)) { _ in
      session.data(for: request)
    }
    #expect(try await transfer.timeout(.seconds(60)).value.0 == Data("at last".utf8))
    #expect(requests.value == 4)
  }

  @Test(
    "by cancellation close the connection",
    arguments: Backend.all,
    ["", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun"]
  )
  func cancellation(over backend: Backend, beginning: String) async throws {
    let paused = Promise<LoopbackConnection, any Error>()
    let server = try LoopbackServer(pausing: paused) { try $0.send(beginning) }
    let source = CancellationSource()
    let transfer = backend.session().data(
      for: URLRequest(url: server.url()),
      cancellation: source.token
    )
    let connection = try await paused.future.value
    source.cancel()
    #expect(transfer.currentError is CancellationError)
    try await connection.peerClosed.timeout(.seconds(60)).value
  }

  @Test("by cancellation before the start send nothing", arguments: Backend.all)
  func cancelledBefore(over backend: Backend) async throws {
    let server = try LoopbackServer { _ in }
    let source = CancellationSource()
    source.cancel()
    let transfer = backend.session().data(
      for: URLRequest(url: server.url()),
      cancellation: source.token
    )
    #expect(transfer.currentError is CancellationError)
    #expect(server.connectionCount == 0)
  }

  @Test("take no memory for what is announced", arguments: Backend.all)
  func announced(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 60)\r\n\r\nhello")
    }
    let options = TransferOptions(maximumBodyBytes: .max)
    let transfer = backend.session().data(for: URLRequest(url: server.url()), options: options)
    let error = await #expect(throws: TransferError.self) {
      try await transfer.timeout(.seconds(60)).value
    }
    #expect(error?.code == .incompleteBody)
    #expect(error?.bytesReceived == 5)
  }

  @Test(
    "are none if a response has no body, whatever length it announces",
    arguments: Backend.all,
    [("HEAD", 200, 100), ("GET", 304, 100), ("HEAD", 304, 100), ("GET", 200, 0), ("GET", 204, 0)]
      .flatMap { method, status, length in
        // The coding alone makes the length unknown.
        [nil, "gzip"].map { (method, status, length, $0) }
      }
  )
  func noBody(
    over backend: Backend,
    kind: (method: String, status: Int, length: Int, coding: String?)
  ) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let headers = ["Content-Length": "\(kind.length)", "Content-Encoding": kind.coding]
      try connection.respond(kind.status, headers: headers.compactMapValues { $0 })
    }
    var request = URLRequest(url: server.url())
    request.httpMethod = kind.method
    let (data, response) = try await backend.session().data(for: request)
      .timeout(.seconds(60)).value
    #expect(data.isEmpty)
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == kind.status)
    #expect(http.value(forHTTPHeaderField: "Content-Encoding") == kind.coding)
  }

  @Test("are none if the server sends more than it has announced", arguments: Backend.all)
  func longerThanAnnounced(over backend: Backend) async throws {
    let data = try await load(over: backend) { connection in
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more")
    }
    #expect(data == Data("hello".utf8))
  }
}
