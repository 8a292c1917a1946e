import AppLinksServer
import AsyncHTTPClient
import JSONValues
import NIOCore
import Testing

/// What every server answers, whatever it knows.
@Suite struct ServerTests {
  @Test func saysThatItIsWell() async throws {
    try await LiveServer.run { live in
      let reply = try await live.get("/health")
      #expect(reply.status == 200)
      #expect(try reply.json["status"] == "ok")
      #expect(try reply.json["store"] == "ok")
    }
  }

  @Test func measuresWhatItDoes() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      _ = try await live.get(live.question("page", "/socks/7"))
      _ = try await live.get(live.question("page", "/socks/7"))
      let text = try await live.get("/metrics").body
      #expect(text.contains(#"applinks_answers{kind="page",state="missing"} 1"#))
      #expect(text.contains(#"applinks_answers{kind="page",state="fresh"} 1"#))
      #expect(text.contains(#"applinks_loads_seconds_count{kind="page"} 1"#))
      #expect(
        text.contains(
          #"applinks_requests_seconds_count{endpoint="/api/v1/page",status="200"} 2"#
        )
      )
    }
  }

  @Test func answersInProblemsWhereThereIsNothing() async throws {
    try await LiveServer.run { live in
      #expect(try await live.get("/nothing").problem == "not-found")
      for (method, path, allowed) in [
        ("DELETE", "/health", "GET, HEAD"), ("TRACE", "/api/v1/page", "GET, HEAD"),
        ("PUT", "/api/v1/index", "GET, HEAD, POST"), ("GET", "/again", "POST"),
        ("POST", "/.well-known/assetlinks.json", "GET, HEAD"),
        ("POST", "/.well-known/apple-app-site-association", "GET, HEAD"),
      ] {
        let reply = try await live.send(method, path)
        #expect(reply.status == 405 && reply.problem == "method-not-allowed", "\(path)")
        #expect(reply.header("allow") == allowed)
      }
      #expect(try await live.get("/api/v1/page").problem == "bad-request")
      let head = try await live.send("HEAD", "/health")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
    }
  }

  @Test func aClientThatSendsNothingMoreIsNotWaitedForWithoutEnd() async throws {
    var options = ServerOptions()
    options.idleTimeout = .milliseconds(50)
    try await LiveServer.run(options: options) { live in
      let request = HalfBody().request(to: "http://127.0.0.1:\(live.port)")
      let error = await #expect(throws: (any Error).self) {
        try await live.client.execute(request, timeout: .seconds(30))
      }
      // An end while the client still sends is a reset, which is an error of its socket.
      #expect(error is IOError || error as? HTTPClientError == .remoteConnectionClosed)
    }
  }

  @Test func describesItsAPI() async throws {
    try await LiveServer.run { live in
      let document = try await live.get("/openapi.json").json
      let paths = try #require(document["paths"]?.objectValue)
      #expect(paths.keys.sorted() == ["/api/v1/index", "/api/v1/page", "/api/v1/why", "/health"])
      for path in paths.keys {
        let isFound = try await live.get(path).problem != "not-found"
        #expect(isFound, "\(path)")
      }
    }
  }

  @Test func noAnswerLetsABrowserDoMore() async throws {
    try await LiveServer.run { live in
      for path in ["/health", "/nothing", "/api/v1/page", "/metrics"] {
        let reply = try await live.get(path)
        #expect(reply.header("x-content-type-options") == "nosniff")
        #expect(reply.header("referrer-policy") == "no-referrer")
        let policy = reply.header("content-security-policy") ?? ""
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
      }
    }
  }

  @Test func logsRequestsWithoutTheURLsThatTheyAskFor() async throws {
    let lines = LogLines()
    try await LiveServer.run(Pages.shop(), logger: lines.logger) { live in
      _ = try await live.get(live.question("page", "/socks/7?token=geheim"))
    }
    let requests = try lines.all.map { try JSONValue(parsing: $0) }
      .filter { $0["message"] == "request" }
    let request = try #require(requests.first)
    #expect(request["path"] == "/api/v1/page")
    #expect(request["status"] == "200")
    #expect(!lines.all.contains { $0.contains("geheim") })
  }
}
