import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing
import Transfers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
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
      .timeout(.seconds(600)).value.0
  }

  @Test(arguments: Backend.all)
  func carryTheStatusTheHeaderAndTheBody(over backend: Backend) async throws {
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

  @Test(arguments: Backend.all)
  func keepNoMoreThanTheLimitOfAnErrorsBody(over backend: Backend) async throws {
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(over: backend, TransferOptions(maximumErrorBodyBytes: 1000)) { connection in
        try connection.send("HTTP/1.1 500 No\r\nConnection: close\r\n\r\n")
        try connection.send([UInt8](repeating: 7, count: 1_000_000))
      }
    }
    #expect(error?.body.count == 1000)
    #expect(error?.isBodyTruncated == true)
  }

  @Test(arguments: Backend.all)
  func markTheBodyOfAnErrorThatEndsTooEarly(over backend: Backend) async throws {
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(over: backend) { connection in
        try connection.send("HTTP/1.1 404 No\r\nContent-Length: 1000\r\n\r\nbegun")
      }
    }
    #expect(error?.body == Data("begun".utf8))
    #expect(error?.isBodyTruncated == true)
  }

  @Test(
    arguments: Backend.all,
    [
      "Content-Length: 1000\r\n\r\nbegun", "Content-Length: 6\r\nConnection: close\r\n\r\nbegun",
      "Transfer-Encoding: chunked\r\n\r\n5\r\nbegun\r\n",
    ]
  )
  func ofABodyThatEndsTooEarlySayHowMuchIsMissing(over backend: Backend, response: String)
    async throws
  {
    let error = await #expect(throws: TransferError.self) {
      try await load(over: backend) { try $0.send("HTTP/1.1 200 OK\r\n\(response)") }
    }
    #expect(error?.code == .incompleteBody)
    #expect(error?.bytesReceived == 5)
    let length = response.split(separator: "\r\n")[0].split(separator: " ")[1]
    #expect(error?.bytesExpected == Int64(length))
  }

  @Test(arguments: Backend.all)
  func ofAConnectionThatBreaks(over backend: Backend) async throws {
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
    arguments: Backend.all,
    ["Content-Length: 100000000\r\n", ""]
  )
  func ofABodyThatIsTooLongStopTheServer(over backend: Backend, field: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\(field)Connection: close\r\n\r\n")
      let megabyte = [UInt8](repeating: 7, count: 1_000_000)
      for _ in 0..<100 { try connection.send(megabyte) }
    }
    let options = TransferOptions(maximumBodyBytes: 2_000_000)
    let transfer = backend.session().data(for: URLRequest(url: server.url()), options: options)
    let error = await transfer.timeout(.seconds(600)).result.failure as? TransferError
    #expect(error?.code == .bodyTooLarge)
    #expect(error?.bytesExpected == 2_000_000)
    if !field.isEmpty { #expect(error?.bytesReceived == 0) }
    // The script ends when the connection is closed.
    try await server.connection().peerClosed.timeout(.seconds(600)).value
  }

  @Test(arguments: Backend.all, ["Content-Length: \((64 << 20) + 1)\r\n", ""])
  func ofABodyThatIsTooLongForTheMemoryNeedNoOptions(
    over backend: Backend,
    field: String
  ) async throws {
    let error = await #expect(throws: TransferError.self) {
      try await load(over: backend) { connection in
        try connection.send("HTTP/1.1 200 OK\r\n\(field)Connection: close\r\n\r\n")
        let megabyte = [UInt8](repeating: 7, count: 1 << 20)
        while true { try connection.send(megabyte) }
      }
    }
    #expect(error?.code == .bodyTooLarge)
    #expect(error?.bytesExpected == 64 << 20)
  }

  @Test(arguments: Backend.all)
  func ofACompressedBodyThatIsTooLong(over backend: Backend) async throws {
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

  @Test(arguments: Backend.all)
  func ofACompressedBodyThatEndsTooEarlyAsAnnounced(over backend: Backend) async throws {
    let stream = Gzip.bomb(3000)
    await #expect(throws: (any Error).self) {
      try await load(over: backend) { connection in
        try connection.respond(headers: ["Content-Encoding": "gzip"], body: stream)
      }
    }
  }

  @Test(arguments: Backend.all)
  func areNoneIfACompressedBodyIsAskedFor(over backend: Backend) async throws {
    let data = try await load(over: backend, accepting: "gzip") { connection in
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: Gzip.page)
    }
    #expect(String(decoding: data, as: UTF8.self).contains("shop://gz"))
  }

  @Test(arguments: Backend.all)
  func ofAnErrorKeepItsCompressedBody(over backend: Backend) async throws {
    let error = await #expect(throws: HTTPStatusError.self) {
      try await load(over: backend) { connection in
        try connection.respond(404, headers: ["Content-Encoding": "gzip"], body: Gzip.page)
      }
    }
    #expect(error.map { String(decoding: $0.body, as: UTF8.self) }?.contains("shop://gz") == true)
  }

  @Test(
    arguments: Backend.all,
    ["", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun"]
  )
  func ofAServerThatSaysNothing(over backend: Backend, beginning: String) async throws {
    let error = await #expect(throws: URLError.self) {
      try await load(over: backend, idleTime: 1) { connection in
        try connection.send(beginning)
        connection.waitForPeerToClose()
      }
    }
    #expect(error?.code == .timedOut)
  }

  @Test(arguments: Backend.all)
  func ofAServerThatDoesNotExist(over backend: Backend) async throws {
    let socket = try Socket.reserved()
    defer { socket.closeDescriptor() }
    let url = try #require(URL(string: "http://127.0.0.1:\(socket.localPort())/"))
    let error = await #expect(throws: URLError.self) {
      try await backend.session().data(for: URLRequest(url: url)).timeout(.seconds(600)).value
    }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test(arguments: Backend.all)
  func passIfThePolicySaysSo(over backend: Backend) async throws {
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
    let (body, _) = try await withTimeout(.seconds(60)) {
      try await withRetry(.transfers(attempts: 4, backoff: .none)) { session.data(for: request) }
    }
    #expect(body == Data("at last".utf8))
    #expect(requests.value == 4)
  }

  @Test(
    arguments: Backend.all,
    ["", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nbegun"]
  )
  func byCancellationCloseTheConnection(over backend: Backend, beginning: String) async throws {
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
    try await connection.peerClosed.timeout(.seconds(600)).value
  }

  @Test(arguments: Backend.all)
  func byCancellationBeforeTheStartSendNothing(over backend: Backend) async throws {
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

  @Test(arguments: Backend.all)
  func takeNoMemoryForWhatIsAnnounced(over backend: Backend) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 60)\r\n\r\nhello")
    }
    let options = TransferOptions(maximumBodyBytes: .max)
    let transfer = backend.session().data(for: URLRequest(url: server.url()), options: options)
    let error = await #expect(throws: TransferError.self) {
      try await transfer.timeout(.seconds(600)).value
    }
    #expect(error?.code == .incompleteBody)
    #expect(error?.bytesReceived == 5)
  }

  @Test(
    arguments: Backend.all,
    [("HEAD", 200, 100), ("GET", 304, 100), ("HEAD", 304, 100), ("GET", 200, 0), ("GET", 204, 0)]
      .flatMap { method, status, length in
        // The coding alone makes the length unknown.
        [nil, "gzip"].map { (method, status, length, $0) }
      }
  )
  func areNoneIfAResponseHasNoBodyWhateverLengthItAnnounces(
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
      .timeout(.seconds(600)).value
    #expect(data.isEmpty)
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == kind.status)
    #expect(http.value(forHTTPHeaderField: "Content-Encoding") == kind.coding)
  }

  @Test(arguments: Backend.all)
  func areNoneIfTheServerSendsMoreThanItHasAnnounced(over backend: Backend) async throws {
    let data = try await load(over: backend) { connection in
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello and more")
    }
    #expect(data == Data("hello".utf8))
  }
}
