import AppLinksServer
import JSONValues
import Testing

/// Limits of clients, with keys and without.
@Suite struct ClientTests {
  private static let key = "k0123456789abcdef"

  private static func keys(_ limits: String = "") throws -> APIKeys {
    try APIKeys(
      parsing: #"[{"name": "shop", "key": "\#(key)"\#(limits)}]"#.utf8,
      defaults: ClientLimits()
    )
  }

  @Test func asksForAKeyWhereOneIsNeeded() async throws {
    var options = ServerOptions()
    options.keys = try Self.keys()
    options.requiresKey = true
    try await LiveServer.run(Pages.shop(), options: options) { live in
      let question = live.question("page", "/socks/7")
      let without = try await live.get(question)
      #expect(without.status == 401 && without.problem == "key-missing")
      #expect(without.header("www-authenticate") == "Bearer")
      for wrong in ["Bearer \(Self.key)x", "Bearer"] {
        #expect(try await live.get(question, ["Authorization": wrong]).problem == "key-unknown")
      }
      // A proxy in front of the server may have passwords of its own.
      for other in ["Basic \(Self.key)", "\(Self.key)"] {
        #expect(try await live.get(question, ["Authorization": other]).problem == "key-missing")
      }
      #expect(try await live.get("/", ["Authorization": "Basic eDp5"]).status == 200)
      let right = try await live.get(question, ["Authorization": "bearer \(Self.key)"])
      #expect(right.status == 200)
      #expect(right.header("cache-control")?.hasPrefix("private") == true)
      #expect(try await live.get("/health").status == 200)
    }
  }

  @Test func countsTheURLsOfAClient() async throws {
    var options = ServerOptions()
    options.anonymous = ClientLimits(urlsPerMinute: 4, urlsPerRequest: 3)
    options.keys = try Self.keys(#", "urls_per_minute": null, "urls_per_request": 5"#)
    try await LiveServer.run(Pages.shop(), options: options) { live in
      func ask(_ count: Int, _ headers: [String: String] = [:]) async throws -> Reply {
        let ids = (0..<count).map { live.escaped(live.page("/socks/7?\($0)")) }
        return try await live.get("/api/v1/index?ids=\(ids.joined(separator: ","))", headers)
      }
      #expect(try await ask(4).problem == "too-many-urls")
      #expect(try await ask(3).status == 200)
      let refused = try await ask(3)
      #expect(refused.status == 429 && refused.problem == "too-many-requests")
      let seconds = refused.header("retry-after").flatMap { Int($0) } ?? 0
      #expect((1...30).contains(seconds))
      // A client with a key has limits of its own.
      let key = ["Authorization": "Bearer \(Self.key)"]
      for _ in 0..<5 { #expect(try await ask(5, key).status == 200) }
      #expect(try await ask(6, key).problem == "too-many-urls")
    }
  }

  @Test func believesTheProxyOnlyIfThereIsOne() async throws {
    var options = ServerOptions()
    options.anonymous = ClientLimits(urlsPerMinute: 1)
    for isBehindProxy in [false, true] {
      options.isBehindProxy = isBehindProxy
      try await LiveServer.run(Pages.shop(), options: options) { live in
        let question = live.question("page", "/socks/7")
        // The same network of an IPv6 client is the same client.
        let addresses = [
          "1.2.3.4, 198.51.100.7", "198.51.100.7", "203.0.113.9", "2001:db8::1",
          "1.1.1.1, 2001:db8::2", "203.0.113.10:2222", "203.0.113.10:2223", "203.0.113.11:2222",
          "[2001:db8:1::1]:44", "[2001:db8:1::2]:45", "[2001:db8:2::1]",
        ]
        var statuses: [Int] = []
        for address in addresses {
          statuses.append(try await live.get(question, ["X-Forwarded-For": address]).status)
        }
        #expect(
          statuses
            == (isBehindProxy
              ? [200, 429, 200, 200, 429, 200, 429, 200, 200, 429, 200]
              : [200] + Array(repeating: 429, count: 10))
        )
      }
    }
  }

  @Test(
    arguments: [
      "", "{}", #"[{"key": "k0123456789abcdef"}]"#, #"[{"name": "a", "key": "short"}]"#,
      #"[{"name": "a", "key": "k0123456789abcdef", "urls_per_minute": 0}]"#,
      #"[{"name": "a", "key": "k0123456789abcdef", "limit": 7}]"#,
      #"[{"name": "a", "key": "k0123456789abcdef"}, {"name": "b", "key": "k0123456789abcdef"}]"#,
      #"[{"name": "a", "key": "k0123456789abcdef"}, {"name": "a", "key": "l0123456789abcdef"}]"#,
    ]
  )
  func refusesFilesThatAreNoKeys(_ text: String) {
    #expect(throws: SetupError.self) {
      try APIKeys(parsing: text.utf8, defaults: ClientLimits())
    }
  }

  @Test func keysAreNotShown() throws {
    let keys = try Self.keys()
    #expect("\(keys)" == #"["shop"]"#)
  }
}
