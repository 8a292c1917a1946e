@_spi(Stores) import DurableWorkflows
import FlyingFox
import FlyingSocks
import Foundation
import RunsScreen
import Testing

@Suite(.timeLimit(.minutes(2))) struct ServerTests {
  /// A server without a token, and its port.
  private func serving(
    input: String = "1",
    _ body: (UInt16) async throws -> Void
  ) async throws {
    let orders = try await Orders.ofEachStatus()
    try await orders.submit("order-8", input: input)
    try await serving(orders.store, body)
  }

  private func serving(
    _ store: RunStore,
    _ body: (UInt16) async throws -> Void
  ) async throws {
    let visitor = try Visitor(of: store, maximumPages: 2)
    let (ports, port) = AsyncStream.makeStream(of: UInt16.self)
    let server = Task { try await ScreenServer(visitor.screen).run { port.yield($0) } }
    defer { server.cancel() }
    try await body(try #require(await ports.first { _ in true }))
    server.cancel()
    try await server.value
  }

  private func connect(_ port: UInt16) async throws -> AsyncSocket {
    try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
  }

  /// Sends bytes, and returns what comes until the server closes the connection.
  private func answer(_ port: UInt16, _ sent: String) async throws -> String {
    let socket = try await connect(port)
    try await socket.write(Data(sent.utf8))
    var bytes: [UInt8] = []
    while let more = try? await socket.read(atMost: 4096) { bytes += more }
    try socket.close()
    return String(decoding: bytes, as: UTF8.self)
  }

  private func get(_ target: String, _ port: UInt16) -> String {
    "GET \(target) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"
  }

  @Test func anAnswerIsWholeAndEndsTheConnection() async throws {
    try await serving { port in
      let page = try await answer(port, get("/", port) + get("/queues", port))
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(page.contains("\r\nConnection: close\r\n"))
      #expect(page.hasSuffix("</html>\n"))
      #expect(page.components(separatedBy: "HTTP/1.1 ").count == 2)
    }
  }

  @Test func aLongNameIsFoundAndALongerAddressIsRefusedAtOnce() async throws {
    try await serving { port in
      let name = String(repeating: "%C3%A4", count: 10_000)
      let missing = try await answer(port, get("/run?id=\(name)", port))
      #expect(missing.hasPrefix("HTTP/1.1 404 "))
      let long = try await answer(port, get("/?" + String(repeating: "a=b&", count: 40_000), port))
      #expect(long.hasPrefix("HTTP/1.1 431 "))
      #expect(long.contains("The address is too long"))
    }
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", 400),
    ("GET / HTTP/1.1\nHost: localhost\n\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: localhost\r\nX: \u{0}\r\n\r\n", 400),
    ("GET  HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET / x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400), ("\r\n\r\n", 400),
    ("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    ("GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", 400),
    ("POST /act HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    ("POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2097153\r\n\r\n", 413),
    ("POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na=b", 403),
    ("GET / HTTP/1.0\r\nhOST:localhost\r\n\r\n", 200),
  ]
  )
  func oddRequestsAreRefused(sent: String, code: Int) async throws {
    try await serving { port in
      let answer = try await answer(port, sent)
      #expect(answer.hasPrefix("HTTP/1.1 \(code) "), "\(answer.prefix(80))")
    }
  }

  @Test func connectionsThatSayNothingTakeNoPlaceOfOthers() async throws {
    try await serving { port in
      var silent: [AsyncSocket] = []
      for _ in 0..<300 { silent.append(try await connect(port)) }
      #expect(try await answer(port, get("/queues", port)).hasPrefix("HTTP/1.1 200 "))
      for socket in silent { try socket.close() }
    }
  }

  @Test func answersThatNobodyReadsTakeNoPlaceOfOthers() async throws {
    let input = "\"\(String(repeating: "socks", count: 2_000_000))\""
    try await serving(input: input) { port in
      var silent: [AsyncSocket] = []
      for _ in 0..<200 {
        let socket = try await connect(port)
        try await socket.write(Data(get("/value?id=order-8&of=input", port).utf8))
        // The answer has begun, and does not fit into what the system keeps for the reader.
        #expect(try await socket.read(atMost: 15) == Array("HTTP/1.1 200 OK".utf8))
        silent.append(socket)
      }
      #expect(try await answer(port, get("/queues", port)).hasPrefix("HTTP/1.1 200 "))
      for socket in silent { try socket.close() }
    }
  }

  @Test func thePageOfWhoHasLeftIsGivenUp() async throws {
    let store = AwayStore(try await Orders.ofEachStatus().store.storage)
    var loads = store.holdLoads()
    try await serving(RunStore(store)) { port in
      let socket = try await connect(port)
      try await socket.write(Data(get("/run?id=order-1", port).utf8))
      #expect(await loads.next() == .begun)
      let time = try await ContinuousClock().measure {
        try socket.close()
        #expect(await loads.next() == .ended)
      }
      // Otherwise, it ends when it takes too long.
      #expect(time < .seconds(10))
    }
  }

  @Test func aPageThatIsClosedMakesRoomForAnother() async throws {
    try await serving { port in
      func open() async throws -> (AsyncSocket, String) {
        let socket = try await connect(port)
        try await socket.write(Data(get("/events?page=%2F", port).utf8))
        let head = String(decoding: try await socket.read(atMost: 20), as: UTF8.self)
        return (socket, head)
      }
      let (first, answer) = try await open()
      #expect(answer.hasPrefix("HTTP/1.1 200"))
      let (second, _) = try await open()
      #expect(try await open().1.hasPrefix("HTTP/1.1 503"))
      try first.close()
      while try await !open().1.hasPrefix("HTTP/1.1 200") {}
      try second.close()
    }
  }
}
