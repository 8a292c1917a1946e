import Foundation
import LoopbackServer
import TestSupport

/// An answer of a server, right or wrong.
enum WrongAnswer: String, CaseIterable {
  case honest, refused, closed, reset, silence, garbage
  case cutBody, resetBody, cutChunks, badChunk, tooShort, tooLong, noLength, endless, drip
  case circle, chain, redirectWithBody, redirectNowhere
  case status, unauthorized, notModified, noContent, partial, hugeHeader, interim, brokenGzip
  case lateReading
  /// A compressed body that ends too early, with a length that matches.
  case cutGzip
  /// Chunks that end too early, and continuations that never say how long the whole is.
  case unknownLength
  /// A content coding that is known, unknown, or one of several.
  case coding

  /// Whether what arrives is a part of the body, whatever the answer says.
  var isNeverWhole: Bool { self == .cutGzip || self == .unknownLength }

  static let content = Content.make(7, size: 50_000)

  /// What the decoded body of a coded answer contains, in a tag.
  static let codedText = "shop://gz"

  private static let codings = [
    "gzip", "GZip", "x-gzip", "identity, gzip", "gzip, identity", "gzip, gzip", "gzip, br", "br",
    "zstd", "compress", "deflate", "\u{1}",
  ]

  private static let page = Data(
    (#"<html><head><meta property="al:ios:url" content="shop://socks"></head></html>"#).utf8
  )

  func send(
    through connection: LoopbackConnection,
    _ head: LoopbackRequestHead,
    _ random: inout SeededRandom
  ) throws {
    let ok = "HTTP/1.1 200 OK\r\nConnection: close\r\nETag: \"x\"\r\n"
    let content = Self.content
    let cut = Int.random(in: 0..<content.count, using: &random)
    switch self {
    case .silence: connection.waitForPeerToClose()
    case .reset: connection.reset()
    case .refused, .closed: break
    case .lateReading: usleep(UInt32.random(in: 0..<100_000, using: &random))
    default: try connection.readBody(of: head)
    }
    switch self {
    case .refused, .closed, .silence, .reset: return
    case .honest, .lateReading:
      try connection.send(ok + "Content-Length: \(content.count)\r\n\r\n")
      try connection.send(content)
    case .garbage:
      try connection.send((0..<cut % 3000).map { _ in UInt8.random(in: 0...255, using: &random) })
    case .cutBody:
      try connection.send(ok + "Content-Length: \(content.count)\r\n\r\n")
      try connection.send(content.prefix(cut))
    case .resetBody:
      try connection.send(ok + "Content-Length: \(content.count)\r\n\r\n")
      try connection.send(content.prefix(cut))
      connection.reset()
    case .cutChunks:
      try connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n")
      try connection.send("\(String(content.count, radix: 16))\r\n")
      try connection.send(content.prefix(cut))
    case .badChunk:
      try connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n\r\n")
    case .tooShort:
      try connection.send(ok + "Content-Length: \(content.count + 1)\r\n\r\n")
      try connection.send(content)
    case .tooLong:
      try connection.send(ok + "Content-Length: \(content.count - 1)\r\n\r\n")
      try connection.send(content)
    case .noLength:
      try connection.send(ok + "\r\n")
      try connection.send(content.prefix(cut))
    case .endless:
      // Slower than a session: one that is faster blocks sessions, which is a known issue.
      try connection.send(ok + "\r\n")
      while true {
        try connection.send(content)
        usleep(5_000)
      }
    case .drip:
      try connection.send(ok + "Content-Length: 20\r\n\r\n")
      for _ in 0..<20 {
        try connection.send("x")
        usleep(10_000)
      }
    case .circle: try connection.respond(302, headers: ["Location": head.target])
    case .chain: try connection.respond(302, headers: ["Location": head.target + "0"])
    case .redirectWithBody:
      try connection.respond(307, headers: ["Location": "/honest/1"], body: content.prefix(cut))
    case .redirectNowhere:
      try connection.respond(301, headers: ["Location": "http://127.0.0.1:1/"])
    case .status:
      let status = [400, 404, 410, 416, 429, 500, 502, 503].randomElement(using: &random) ?? 500
      try connection.respond(status, body: content.prefix(cut))
    case .unauthorized:
      try connection.respond(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
    case .notModified: try connection.send("HTTP/1.1 304 Same\r\nConnection: close\r\n\r\n")
    case .noContent: try connection.send("HTTP/1.1 204 None\r\nConnection: close\r\n\r\nbody")
    case .partial:
      try connection.respond(206, headers: ["Content-Range": "bytes 5-9/10"], body: "hello".utf8)
    case .hugeHeader:
      try connection.send(ok + "X: \(String(repeating: "y", count: 90_000))\r\n")
      try connection.send("Content-Length: \(Self.page.count)\r\n\r\n")
      try connection.send(Self.page)
    case .interim:
      try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n")
      try connection.send(
        ok + "Content-Type: text/html\r\nContent-Length: \(Self.page.count)\r\n\r\n"
      )
      try connection.send(Self.page)
    case .brokenGzip:
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: content.prefix(cut))
    case .cutGzip:
      let stream = Gzip.bomb(20 + cut % 5000)
      try connection.respond(headers: ["Content-Encoding": "gzip"], body: stream)
    case .coding:
      let coding = Self.codings.randomElement(using: &random) ?? ""
      let headers = ["Content-Encoding": coding, "Content-Type": "text/html"]
      try connection.respond(headers: headers, body: Gzip.page)
    case .unknownLength:
      if let first = head.headers["range"].flatMap({ Int($0.filter(\.isNumber)) }) {
        let range = "bytes \(first)-\(first + 99)/*"
        let fields = ["Content-Range": range, "ETag": "\"x\""]
        return try connection.respond(206, headers: fields, body: content.prefix(100))
      }
      try connection.send(ok + "Transfer-Encoding: chunked\r\n\r\n")
      try connection.send("\(String(cut + 1, radix: 16))\r\n")
      try connection.send(content.prefix(cut + 1))
      try connection.send("\r\n")
    }
  }
}
