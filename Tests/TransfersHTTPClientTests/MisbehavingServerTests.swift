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
struct MisbehavingServerTests {
  /// The responses that end the process with `URLSession` on Linux, or would end it with the client
  /// alone.
  static let responses: [(String, URLError.Code)] = [
    ("HTTP/1.1 200 OK\r\n", .networkConnectionLost),
    (
      "HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9223372036854775807\r\n\r\n",
      .httpTooManyRedirects
    ),
    ("", .networkConnectionLost),
    ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n", .badServerResponse),
    ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", .badServerResponse),
    ("SSH-2.0-OpenSSH_9.0\r\n", .badServerResponse),
    ("HTTP/1.1 100 Continue\r\n\r\n", .networkConnectionLost),
    ("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000), .dataLengthExceedsMaximum),
    ("HTTP/1.1 099 OK\r\nContent-Length: 1\r\n\r\nx", .badServerResponse),
    ("HTTP/1.1 000 OK\r\n\r\n", .badServerResponse),
    ("HTTP/1.1 101 Switching Protocols\r\n\r\nx", .badServerResponse),
    ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:99999/\r\n\r\n", .badURL),
    ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:0/\r\n\r\n", .badURL),
    ("HTTP/1.1 302 Found\r\nLocation: http+unix://%2Ftmp%2Fx/\r\n\r\n", .unsupportedURL),
  ]

  @Test(arguments: responses)
  func endsInAnError(response: String, code: URLError.Code) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send(response)
    }
    try await withSession { session in
      let error = await #expect(throws: URLError.self) {
        try await session.text(from: server.url())
      }
      #expect(error?.code == code, "\(String(describing: error))")
    }
  }

  @Test(arguments: ["gzip", "br", "gzip, gzip"])
  func namesACodingThatCannotBeDecoded(coding: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Content-Encoding": coding], body: "not gzip!".utf8)
    }
    try await withSession { session in
      let error = await #expect(throws: TransferError.self) {
        try await session.text(from: server.url())
      }
      #expect(error?.code == .undecodableBody)
      #expect(error?.coding == coding)
      #expect(error?.description.contains("'\(coding)'") == true)
    }
  }

  @Test(
    arguments: [
      "Content-Length: 9223372036854775296", "Content-Length: 9223372036854775807",
      "Content-Length: 18446744073709551615", "Transfer-Encoding: chunked",
    ]
  )
  func aBodyThatDoesNotComeIsIncomplete(field: String) async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
    }
    try await withSession { session in
      let options = TransferOptions(maximumBodyBytes: .max)
      let transfer = session.data(for: URLRequest(url: server.url()), options: options)
      let error = await #expect(throws: TransferError.self) {
        try await transfer.timeout(.seconds(600)).value
      }
      #expect(error?.code == .incompleteBody)
    }
  }

  @Test func readsABodyWithTrailerFields() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      try connection.send("5\r\nhello\r\n0\r\nX: y\r\n\r\n")
    }
    try await withSession { session in
      let text = try await session.text(from: server.url())
      #expect(text == "hello")
    }
  }

  @Test func readsAResponseAfterInterimResponses() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 100 Continue\r\n\r\n")
      try connection.send("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n")
      try connection.respond(body: "hello".utf8)
    }
    try await withSession { session in
      let text = try await session.text(from: server.url())
      #expect(text == "hello")
    }
  }

  /// With `URLSession` on Linux this does not end.
  @Test(arguments: ["", "Content-Length: 9223372036854775807\r\n"])
  func theBodyOfARedirectIsNotRead(field: String) async throws {
    let server = try LoopbackServer { connection in
      let request = try connection.readRequest()
      if request.target == "/new" { return try connection.respond(body: "there".utf8) }
      try connection.send("HTTP/1.1 302 Found\r\nLocation: /new\r\n\(field)\r\n")
      while true { try connection.send([UInt8](repeating: 0x20, count: 100_000)) }
    }
    try await withSession { session in
      let text = try await session.text(from: server.url("/old"))
      #expect(text == "there")
      await #expect(throws: SocketError.self) { try await server.connection().script.value }
    }
  }

  @Test func aHeaderWithoutEndEnds() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\n")
      while true { try connection.send("X: y\r\n") }
    }
    try await withSession { session in
      let error = await #expect(throws: URLError.self) {
        try await session.text(from: server.url())
      }
      #expect(error?.code == .dataLengthExceedsMaximum, "\(String(describing: error))")
      await #expect(throws: SocketError.self) { try await server.connection().script.value }
    }
  }
}
#endif
