import AppLinksServer
import Futures
import JSONValues
import Testing

/// Pages and files that are made to do harm, and sites that are slow.
@Suite struct HostileSiteTests {
  private static let globs = String(repeating: "*a", count: 2_000)

  static let bodies: [(String, String)] = [
    ("tags", String(repeating: #"<meta property="al:ios:url" content="shop://">"#, count: 10_000)),
    ("deep", "<meta property=\"al:" + String(repeating: "a:", count: 50_000) + "\" content=x>"),
    ("long", "<meta property=al:ios:url content=\"" + String(repeating: "é", count: 200_000)),
    ("open", String(repeating: "<!--<script>", count: 20_000)),
    ("json", String(repeating: "[", count: 120_000)),
    (
      "keys",
      "{\"applinks\":{\"details\":[" + String(repeating: "{\"appIDs\":[\"a\"]},", count: 9_000)
    ),
    ("zero", "\u{0}\u{1}\u{FFFE}<meta property='al:ios:url' content='\u{0}'>"),
    ("globs", #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"\#(globs)"}]}]}}"#),
    (
      "apps",
      #"{"applinks":{"details":[{"appIDs":["#
        + (0..<2_000).map { #""ABCDE12345.app\#($0)""# }.joined(separator: ",")
        + #"],"components":["#
        + (0..<5_000).map { #"{"/":"/x\#($0)"}"# }.joined(separator: ",") + "]}]}}"
    ),
    (
      "stars",
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a"],"components":["#
        + (0..<10_000).map { #"{"/":"/x\#($0)/*a*b*c"}"# }.joined(separator: ",") + "]}]}}"
    ),
    (
      "values",
      String(
        repeating: "<meta property='al:ios:url' content='shop://"
          + String(repeating: "a", count: 2_000) + "'>",
        count: 400
      )
    ),
    ("empty", ""),
  ]

  /// The maximum number of bytes of an answer about association files.
  private static let maximumWhy = 256 << 10

  /// The maximum number of bytes of an answer about a page.
  private static let maximumPage = 512 << 10

  @Test(arguments: bodies.map(\.0)) func theServerAnswersAndGoesOn(_ name: String) async throws {
    let body = try #require(Self.bodies.first { $0.0 == name }?.1)
    let site = TestSite { path in
      path.hasPrefix("/.well-known") ? .json(body) : .page(body)
    }
    try await LiveServer.run(site) { live in
      let path = "/" + String(repeating: "a", count: 1_000)
      for question in [live.question("page", path), live.question("why", path)] {
        let reply = try await live.get(question)
        #expect(reply.status < 500)
        #expect(reply.body.utf8.count <= Self.maximumPage)
      }
      let page = try await live.get("/?url=\(live.escaped(live.page(path)))")
      #expect(page.status == 200)
      #expect(page.body.utf8.count <= Self.maximumPage)
      let why = try await live.get("/api/v1/why?url=https://shop.example\(path)")
      #expect(why.status == 200)
      #expect(why.body.utf8.count <= Self.maximumWhy)
      #expect(try await live.get("/health").status == 200)
    }
  }

  @Test func anAnswerCountsTheAppsThatItLeavesOut() async throws {
    let body = try #require(Self.bodies.first { $0.0 == "apps" }?.1)
    let site = TestSite { path in
      path.hasSuffix("apple-app-site-association") ? .json(body) : .missing
    }
    try await LiveServer.run(site) { live in
      let why = try await live.get("/api/v1/why?url=https://shop.example/y").json
      let listed = try #require(why["apple"]?.arrayValue?.count)
      let more = try #require(why["more_apple"]?.intValue)
      #expect(listed > 0 && more > 0 && listed + more == 2_000)
    }
  }

  @Test func redirectsEnd() async throws {
    let site = TestSite { path in
      TestSite.Answer(status: 302, headers: ["Location": path + "x"])
    }
    try await LiveServer.run(site) { live in
      let reply = try await live.get(live.question("page", "/"))
      #expect(reply.problem == "too-many-redirects")
    }
  }

  @Test func aHostReceivesEightRequestsAtOnceAlsoFromRedirects() async throws {
    let gate = Promise<Void, any Error>()
    let site = TestSite { _ in .missing }
    try await LiveServer.run(site) { live in
      defer { if !gate.future.isSettled { gate.succeed() } }
      site.answer { path in
        if path.hasPrefix("/slow") { try await gate.future.value }
        if path.hasPrefix("/from") {
          return TestSite.Answer(
            status: 302,
            headers: ["Location": live.page(path.replacing("from", with: "slow"))]
          )
        }
        return .page(Pages.socks)
      }
      func ask(_ question: String) -> Future<Int, any Error> {
        Future { try await live.get(question).status }
      }
      var slow: Int { site.paths.count { $0.hasPrefix("/slow") } }
      var replies = (0..<8).map { ask(live.question("page", "/slow/\($0)")) }
      while slow < 8 { await Task.yield() }
      // The same computer under another name sends clients to the host.
      replies += (0..<7).map { ask(live.questionByAddress("/from/\($0 + 8)")) }
      while site.paths.count(where: { $0.hasPrefix("/from") }) < 7 { await Task.yield() }
      for number in 0..<20 {
        let quick = try await live.get(live.questionByAddress("/quick/\(number)"))
        #expect(quick.status == 200)
      }
      #expect(slow == 8)
      gate.succeed()
      for reply in replies { #expect(try await reply.value == 200) }
      #expect(slow == 15)
    }
  }

  @Test func aClientWithSlowPagesDoesNotStopOthers() async throws {
    let slow = Promise<Void, any Error>()
    let site = TestSite { path in
      if path.hasPrefix("/slow") { try await slow.future.value }
      return .page(Pages.socks)
    }
    var options = ServerOptions()
    options.isBehindProxy = true
    options.timeout = .seconds(60)
    try await LiveServer.run(site, options: options) { live in
      // Also if the test fails, so that the site can end.
      defer { if !slow.future.isSettled { slow.succeed() } }
      let waiting = (0..<40).map { number in
        Future<String, any Error> {
          let reply = try await live.get(
            live.question("page", "/slow/\(number)"),
            ["X-Forwarded-For": "192.0.2.1"]
          )
          return reply.problem ?? "\(reply.status)"
        }
      }
      while live.site.paths.isEmpty { await Task.yield() }
      // Another client asks about another host, which is the same computer under its address.
      let quick = try await live.get(
        live.questionByAddress("/quick"),
        ["X-Forwarded-For": "192.0.2.2"]
      )
      #expect(quick.status == 200)
      #expect(waiting.allSatisfy { !$0.isSettled })
      slow.succeed()
      for reply in waiting { #expect(try await reply.value == "200") }
    }
  }
}
