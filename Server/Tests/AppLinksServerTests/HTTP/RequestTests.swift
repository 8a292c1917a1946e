import AppLinksServer
import JSONValues
import Testing

/// Requests as no client should send them: slow, incomplete, malformed, or for no host.
@Suite struct RequestTests {
  private static let post = "POST /api/v1/index HTTP/1.1\r\nHost: a.example\r\n"

  /// Requests whose bodies never arrive, as the beginning of each.
  private static let bodies = [
    "\(post)Content-Length: 100\r\n\r\n{\"ids\"",
    "\(post)Transfer-Encoding: chunked\r\n\r\n5\r\n{\"i",
    "POST /again HTTP/1.1\r\nHost: a.example\r\nContent-Length: 100\r\n\r\nurl=",
  ]

  @Test(arguments: bodies)
  func aBodyThatIsAbortedIsNoFailureOfTheServer(_ text: String) async throws {
    let requests = try await logged { live in
      try await RawConnection.abort(text, port: live.port)
    }
    #expect(requests.map { $0["status"] } == ["400"])
    let others = requests.filter { !($0["level"] == "debug" && $0["error"] == "none") }
    #expect(others.isEmpty, "\(others)")
  }

  @Test(arguments: ["zz\r\n", "5\r\nabcdefgh\r\n", "-1\r\n", "FFFFFFFFFFFFFFFFF\r\n"])
  func aMalformedBodyIsNoFailureOfTheServer(_ chunk: String) async throws {
    let requests = try await logged { live in
      let text = "\(Self.post)Transfer-Encoding: chunked\r\n\r\n\(chunk)"
      let answer = try await RawConnection.exchange(text, port: live.port)
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
    }
    let others = requests.filter { !($0["level"] == "debug" && $0["status"] == "400") }
    #expect(others.isEmpty, "\(others)")
  }

  /// Returns the lines of the log about requests, of which there is at least one.
  private func logged(_ body: (LiveServer) async throws -> Void) async throws -> [JSONValue] {
    let lines = LogLines()
    try await LiveServer.run(logger: lines.logger) { live in
      try await body(live)
      while !lines.all.contains(where: { $0.contains(#""message":"request""#) }) {
        await Task.yield()
      }
    }
    let all = try lines.all.map { try JSONValue(parsing: $0) }
    let errors = all.filter { $0["level"] == "error" }
    #expect(errors.isEmpty, "\(errors)")
    return all.filter { $0["message"] == "request" }
  }

  @Test(
    arguments: [
      ("", 400), ("Host: a.example\r\nHost: b.example\r\n", 400),
      ("Host: a.example\r\nhost: a.example\r\n", 400), ("Host: a.example\r\n", 200),
      ("hOST: a.example:80\r\n", 200),
    ]
  )
  func aRequestNamesOneHost(_ hosts: String, _ status: Int) async throws {
    try await LiveServer.run { live in
      let text = "GET /health HTTP/1.1\r\n\(hosts)Connection: close\r\n\r\n"
      let answer = try await RawConnection.exchange(text, port: live.port)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
    }
  }

  /// A time that no test waits for, so that only the other limit can end a connection.
  private static var impatient: ServerOptions {
    var options = ServerOptions()
    options.arrivalTimeout = .milliseconds(100)
    options.idleTimeout = .hours(1)
    return options
  }

  @Test(
    .timeLimit(.minutes(10)),
    arguments: ["GET /health HT", "GET /health HTTP/1.1\r\nHost: a.example\r\nX-A: b", "G"]
  )
  func aHeadThatDoesNotArriveEndsTheConnection(_ text: String) async throws {
    try await LiveServer.run(options: Self.impatient) { live in
      _ = try? await RawConnection.exchange(text, port: live.port)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["POST /api/v1/index", "GET /health"])
  func bytesDoNotProlongTheTimeOfARequest(_ line: String) async throws {
    try await LiveServer.run(options: Self.impatient) { live in
      let text = "\(line) HTTP/1.1\r\nHost: a.example\r\nContent-Length: 100000\r\n\r\n"
      // The end of the connection can be a reset.
      try? await RawConnection.drip(text, port: live.port)
    }
  }

  @Test func anAnswerMayTakeLongerThanARequest() async throws {
    let site = TestSite { _ in
      try await Task.sleep(for: .milliseconds(400))
      return .page(Pages.socks)
    }
    try await LiveServer.run(site, options: Self.impatient) { live in
      for path in ["/1", "/2"] {
        let reply = try await live.get(live.question("page", path))
        #expect(reply.status == 200)
      }
    }
  }
}

extension Duration {
  fileprivate static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
