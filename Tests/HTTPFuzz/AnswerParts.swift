import TestSupport

/// What answers are made of.
enum AnswerParts {
  static let page =
    "<html><head><meta property=\"al:ios:url\" content=\"shop://socks\">"
    + "<meta property=\"al:ios:app_name\" content=\"Shop\"></head></html>"

  /// A response that comes before the one that counts.
  static func interim(using random: inout SeededRandom) -> [UInt8] {
    let heads = [
      "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n",
      "HTTP/1.1 102 Processing\r\n\r\n", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n",
    ]
    return Array(pick(heads, using: &random).utf8)
  }

  /// A whole answer, which may still be wrong.
  static func answer(using random: inout SeededRandom) -> [UInt8] {
    let status = pick(statuses, using: &random)
    var lines = ["\(pick(versions, using: &random)) \(status)"]
    if status.hasPrefix("3") || Int.random(in: 0..<20, using: &random) == 0 {
      lines.append("Location: \(pick(locations, using: &random))")
    }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      lines.append(pick(fields, using: &random))
    }
    var body = Array(pick(bodies, using: &random).utf8)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...4: lines.append("Content-Length: \(body.count)")
    case 5: lines.append("Content-Length: \(pick(lengths, using: &random))")
    case 6...7:
      lines.append("Transfer-Encoding: chunked")
      body = chunks(of: body, using: &random)
    default: lines.append("Connection: close")
    }
    lines.shuffle(from: 1, using: &random)
    let end = Int.random(in: 0..<20, using: &random) == 0 ? "\n" : "\r\n"
    return Array((lines.map { $0 + end }.joined() + end).utf8) + body
  }

  /// A word that means something to somebody who reads answers.
  static func token(using random: inout SeededRandom) -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: pick(fields, using: &random) + "\r\n"
    case 1: "Content-Length: \(pick(lengths, using: &random))\r\n"
    case 2: pick(lengths, using: &random)
    case 3: "\(pick(versions, using: &random)) \(pick(statuses, using: &random))\r\n"
    default:
      pick(["\r\n", "\r\n\r\n", "\n", "\r", "\0", ":", " ", "\t", ";", "0\r\n"], using: &random)
    }
  }

  private static func chunks(of body: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = body[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Int.random(in: 1...max(1, body.count), using: &random))
      bytes += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + Array("\r\n".utf8)
      rest = rest.dropFirst(chunk.count)
    }
    let ends = ["0\r\n\r\n", "0\r\n\r\n", "0\r\n\r\n", "", "0\r\n", "0;x=y\r\n\r\n", "-1\r\n\r\n"]
    let odd = [
      "ffffffffffffffff\r\n", "7fffffffffffffff\r\nx", "zz\r\n", "0\r\nTrailer: x\r\n\r\n",
    ]
    let last = pick(Int.random(in: 0..<5, using: &random) == 0 ? odd : ends, using: &random)
    return bytes + Array(last.utf8)
  }

  private static let versions = [
    "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/1.0", "HTTP/2",
    "HTTP/0.9", "http/1.1", "ICY",
  ]

  private static let statuses =
    [String](repeating: "200 OK", count: 12)
    + [
      "301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent", "300 Many",
      "304 Not Modified", "305 Proxy", "204 Empty", "205 Reset", "206 Partial", "400 Bad", "401 No",
      "404 Gone", "407 Proxy", "416 Range", "429 Wait", "500 Error", "503 Later", "199 ?", "099 ?",
      "999 ?", "200", "20 OK", "2000 OK", "-1 OK", "99999999999999999999 OK",
    ]

  private static let locations = [
    "/", "/other", "other?q#f", "//127.0.0.1:1/", "http://127.0.0.1:1/", "https://127.0.0.1:1/", "",
    "http://", "http://[::1]/", "http://[", "mailto:x@y.example", "javascript:1",
    "file:///etc/passwd",
    "ftp://127.0.0.1:1/x", "data:text/html,x", "shop://socks", "\u{e9}%zz", "/a b|c",
    "http://127.0.0.1:99999999999/", "ws://127.0.0.1:1/", "/\(String(repeating: "a", count: 9000))",
  ]

  private static let lengths = [
    "0", "1", "10", "100000", "-1", "+5", "007", "1e3", "0x10", " ", "abc", "5, 5", "5, 6",
    "2147483648", "4294967296", "9223372036854774784", "9223372036854775295",
    "9223372036854775296", "9223372036854775807", "9223372036854775808", "18446744073709551616",
  ]

  private static let fields = [
    "Content-Type: text/html; charset=utf-8", "Content-Type: text/html; charset=\"",
    "Content-Type: image/png", "Content-Type:", "Content-Type: ;;,", "Content-Encoding: gzip",
    "Content-Encoding: deflate", "Content-Encoding: br", "Content-Encoding: gzip, gzip, gzip",
    "Content-Encoding: x-gzip", "Content-Encoding: identity, gzip", "Content-Encoding: zstd",
    "Content-Encoding: identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: x",
    "Set-Cookie: a=b", "Set-Cookie: =;;;", "Set-Cookie: a=b; Max-Age=99999999999999999999",
    "Set-Cookie: a=b; Expires=Thu, 99 Foo 99999 99:99:99 GMT; Domain=.; Path=", "ETag: \"x\"",
    "ETag: W/\"x\"", "Last-Modified: never", "Date: Thu, 01 Jan 1970 00:00:00 GMT",
    "Content-Range: bytes 5-9/10", "Content-Range: bytes 9-5/x",
    "Content-Range: bytes 0-9223372036854775807/9223372036854775807",
    "Content-Range: bytes 0-18446744073709551615/*", "Content-Range: bytes 5-9/*",
    "Content-Range: bytes */5", "Accept-Ranges: bytes", "Age: -1",
    "WWW-Authenticate: Basic realm=\"x\"", "WWW-Authenticate: Digest realm=\"x\", nonce=\"y\"",
    "WWW-Authenticate: Basic", "WWW-Authenticate: ,", "WWW-Authenticate: NTLM",
    "Proxy-Authenticate: Basic realm=\"x\"", "Cache-Control: max-age=99999999999999999999",
    "Connection: close", "Connection: keep-alive", "Connection: upgrade", "Upgrade: websocket",
    "Keep-Alive: timeout=-1", "Refresh: 0; url=/", "Alt-Svc: h2=\":1\"", "Retry-After: 1",
    "Strict-Transport-Security: max-age=1", "Content-Disposition: attachment; filename=\"../x",
    "X-Empty:", ":", "no colon", " folded", "X: a\r\n b", "X: \u{e9}\u{1F600}", "Trailer: X",
    "X-Long: \(String(repeating: "y", count: 20_000))",
  ]

  private static let bodies = [
    page, page, page, "", "x", "{}", String(repeating: "<p>", count: 30_000), "\u{FEFF}" + page,
  ]

  private static func pick<Element>(
    _ elements: [Element],
    using random: inout SeededRandom
  ) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}

extension [String] {
  /// Puts the elements from an index on into another order.
  fileprivate mutating func shuffle(from start: Int, using random: inout SeededRandom) {
    self[start...].shuffle(using: &random)
  }
}
