#if AsyncHTTPClient
import AppLinks
import AppLinksResolving
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct MisbehavingServerTests {
  struct Answer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let codes: [AppLinkResolveError.Code]

    init(_ text: String, _ codes: AppLinkResolveError.Code...) {
      testDescription = text.prefix(80).debugDescription
      self.text = text
      self.codes = codes
    }
  }

  /// The first three are those on which Foundation traps on Linux.
  static let answers = [
    Answer("HTTP/1.1 200 OK\r\n", .connectionLost),
    Answer("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775296\r\n\r\n", .connectionLost),
    Answer(
      "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9223372036854775807\r\n\r\n",
      .redirectLoop
    ),
    Answer("HTTP/1.1 200 OK", .connectionLost),
    Answer("", .connectionLost),
    Answer("HTTP/1.1 200 OK\r\nContent-Length: 18446744073709551615\r\n\r\n", .connectionLost),
    Answer("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .transferFailed),
    Answer("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .transferFailed),
    Answer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<html>", .connectionLost),
    Answer(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n<html>",
      .connectionLost
    ),
    Answer(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\n<html>",
      .transferFailed
    ),
    Answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nhello", .transferFailed),
    Answer("SSH-2.0-OpenSSH_9.0\r\n", .transferFailed),
    Answer("HTTP/1.1 100 Continue\r\n\r\n", .connectionLost),
    Answer("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000), .transferFailed),
    Answer(
      "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Field: value\r\n", count: 10_000),
      .transferFailed
    ),
    Answer(
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!",
      .transferFailed
    ),
    // Answers on which the client itself traps.
    Answer("HTTP/1.1 099 OK\r\nContent-Length: 1\r\n\r\nx", .transferFailed),
    Answer("HTTP/1.1 000 OK\r\n\r\n", .transferFailed),
    Answer("HTTP/1.1 101 Switching Protocols\r\n\r\nx", .transferFailed),
    Answer(
      "HTTP/1.1 103 Early Hints\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
      .transferFailed
    ),
    // Targets on which the client itself would trap.
    Answer("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:99999/\r\n\r\n", .transferFailed),
    Answer("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:0/\r\n\r\n", .transferFailed),
  ]

  @Test(arguments: answers)
  func endsInAnError(answer: Answer) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send(answer.text)
    }
    try await withResolver { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(server.url())
      }
      #expect(error.map { answer.codes.contains($0.code) } == true, "\(String(describing: error))")
    }
  }

  /// Neither ends the process, whatever else becomes of them.
  @Test(arguments: ["http://[]/", "http://[", "http://a%0d%0aX:%20y/", "http://%00/", "http:///"])
  func targetsWithoutAHostEnd(location: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(302, headers: ["Location": location])
    }
    try await withResolver { resolver in
      let outcome = await resolver.futureResolve(server.url()).result
      #expect(outcome.failure == nil || outcome.failure is AppLinkResolveError)
    }
  }

  @Test func saysWhatToDoWithoutTLS() async throws {
    let server = try LoopbackServer { connection in
      try connection.send("HTTP/1.1 400 Not TLS\r\n\r\n")
    }
    try await withResolver { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(address("https://127.0.0.1:\(server.port)/"))
      }
      #expect(error?.message.contains("uses TLS") == true, "\(String(describing: error))")
    }
  }

  @Test func aSecondResponseEndsTheConnection() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(Page.html.utf8.count)\r\n\r\n"
      try connection.send(head + Page.html + head + Page.html)
      connection.waitForPeerToClose()
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
      try await closes(server.connection())
    }
  }

  /// The response may be taken for that of the request, which the client sends at once.
  @Test func aResponseBeforeTheRequestIsHarmless() async throws {
    let server = try LoopbackServer { connection in
      try connection.respond(headers: ["Connection": "keep-alive"], body: Page.html.utf8)
      connection.waitForPeerToClose()
    }
    try await withResolver { resolver in
      let outcome = await resolver.futureResolve(server.url()).result
      #expect(outcome.failure == nil || outcome.failure is AppLinkResolveError)
    }
    try await closes(server.connection())
  }

  @Test func readsAPageAfterInterimResponses() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      try connection.send("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n")
      try connection.respond(body: Page.html.utf8)
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
    }
  }

  /// Foundation traps on trailer fields, too; here they are no error.
  @Test func readsAPageWithTrailerFields() async throws {
    let size = String(Page.html.utf8.count, radix: 16)
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      try connection.send("\(size)\r\n\(Page.html)\r\n0\r\nX: y\r\n\r\n")
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
    }
  }

  @Test(arguments: ["", "Content-Length: 9223372036854775807\r\n"])
  func anEndlessBodyEndsAtTheLimit(field: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\(field)\r\n\(Page.html)")
      while true { try connection.send([UInt8](repeating: 0x20, count: 100_000)) }
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
      #expect(resolution.diagnostics.map(\.code) == [.pageTooLong])
      // The script ends when the connection is closed.
      await #expect(throws: SocketError.self) { try await server.connection().script.value }
    }
  }

  @Test func anEndlessBodyOfARedirectIsNotRead() async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/new" { return try connection.respond(body: Page.html.utf8) }
      try connection.send("HTTP/1.1 302 Found\r\nLocation: /new\r\n\r\n")
      while true { try connection.send([UInt8](repeating: 0x20, count: 100_000)) }
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url("/old"))
      #expect(resolution.metadata.tags.count == 1)
      await #expect(throws: SocketError.self) { try await server.connection().script.value }
    }
  }

  @Test(arguments: ["200 OK\r\n", "302 Found\r\nLocation: /\r\n"])
  func aHeaderWithoutEndEnds(beginning: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 \(beginning)")
      while true { try connection.send("X: y\r\n") }
    }
    try await withResolver { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(server.url())
      }
      #expect(error?.code == .transferFailed)
      await #expect(throws: SocketError.self) { try await server.connection().script.value }
    }
  }

  /// The tags come first, and then 64 MB of spaces.
  @Test func aCompressedBodyEndsAtTheLimit() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      let bomb = Gzip.bomb(400_000)
      let page = bomb.prefix(10) + Gzip.stored(Page.html.utf8, isLast: false) + bomb.dropFirst(10)
      try connection.send(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(page.count)\r\n\r\n"
      )
      try connection.send(page)
    }
    try await withResolver { resolver in
      let resolution = try await resolver.resolve(server.url())
      #expect(resolution.metadata.tags.count == 1)
      #expect(resolution.diagnostics.map(\.code) == [.pageTooLong])
    }
  }

  @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n<html>"])
  func silenceTimesOut(beginning: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send(beginning)
      connection.waitForPeerToClose()
    }
    try await withResolver(idleTimeout: .seconds(1)) { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(server.url())
      }
      #expect(error?.code == .timedOut, "\(String(describing: error))")
      // On a busy machine connecting may take longer than that, and nothing was sent.
      guard server.connectionCount > 0 else { return }
      let connection = try await server.connection()
      if connection.request.isSettled { try await closes(connection) }
    }
  }

  @Test(
    arguments: [
      (answers[6].text, "not valid HTTP; check that it uses HTTP on this port"),
      ("SSH-2.0-OpenSSH_9.0\r\n", "not valid HTTP; check that it uses HTTP on this port"),
      ("HTTP/1.1 099 OK\r\n\r\n", "not valid HTTP"),
      ("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000), "shorter header fields"),
      ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:99999/\r\n\r\n", "its host and port"),
    ]
  )
  func areDescribedInWords(answer: String, words: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send(answer)
    }
    try await withResolver { resolver in
      let error = await #expect(throws: AppLinkResolveError.self) {
        try await resolver.resolve(server.url())
      }
      let message = error?.message ?? ""
      #expect(message.contains(words), "\(message)")
      #expect(!message.contains("URLError"))
    }
  }

  @Test func aCompressedFloodIsReadUpToTheLimit() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(
        headers: ["Content-Type": "text/html", "Content-Encoding": "gzip"],
        body: Gzip.bomb(500_000)
      )
    }
    try await withResolver { resolver in
      let metadata = try await resolver.resolve(server.url()).metadata
      #expect(metadata.diagnostics.map(\.code.rawValue) == ["page-too-long"])
    }
  }
}
#endif
