@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import FlyingFox
import Foundation
import RunsScreen
import Testing

@Suite struct GateTests {
  private func visitor(token: String? = Visitor.token) async throws -> Visitor {
    try Visitor(of: try await Orders.ofEachStatus().store, token: token)
  }

  @Test func theTokenIsExchangedForACookie() async throws {
    var visitor = try await visitor()
    for target in ["/", "/run?id=order-1", "/value?id=order-1&of=input", "/events", "/act"] {
      #expect(try await visitor.get(target).code == 403)
    }
    #expect(try await visitor.get("/?token=0123456789abcdef0123456789abcdee").code == 403)
    let entry = try await visitor.get("/?token=\(Visitor.token)")
    #expect(entry.code == 303)
    #expect(entry.headers[.location] == "/")
    let cookie = try #require(entry.headers[.setCookie])
    #expect(cookie.hasPrefix("tenon-runs-8080=") && cookie.contains("HttpOnly; SameSite=Strict"))
    visitor.headers["Cookie"] = "a=b; " + cookie.prefix { $0 != ";" }
    #expect(try await visitor.get("/").code == 200)
    // A server at another port of the host has planted one before it.
    visitor.headers["Cookie"] = "tenon-runs-8080=x; tenon-runs-8080=\(Visitor.token)"
    #expect(try await visitor.get("/").code == 200)
    visitor.headers["Cookie"] = "tenon-runs-8080=\(Visitor.token)0"
    #expect(try await visitor.get("/").code == 403)
  }

  @Test(arguments: [
    "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "", "127.0.0.1:x",
    ".localhost", "evil.example/.localhost",
  ]
  )
  func otherHostsAreRefused(host: String) async throws {
    var visitor = try await visitor(token: nil)
    visitor.headers["Host"] = host
    #expect(try await visitor.get("/").code == 421)
    #expect(try await visitor.get("/style.css").code == 421)
  }

  @Test(arguments: [
    "127.0.0.1:8080", "localhost:1", "[::1]:8080", "LOCALHOST", "127.0.0.1", "tenon.localhost:8080",
  ]
  )
  func thisComputerHasSeveralNames(host: String) async throws {
    var visitor = try await visitor(token: nil)
    visitor.headers["Host"] = host
    #expect(try await visitor.get("/").code == 200)
  }

  @Test(arguments: [
    ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"],
    ["Origin": "http://evil.example"], ["Origin": "null"], ["Origin": "http://127.0.0.1:9999"],
    ["Origin": "https://127.0.0.1:8080"],
  ]
  )
  func requestsOfOtherSitesAreRefused(headers: [String: String]) async throws {
    var visitor = try await visitor(token: nil)
    let form = try await visitor.get("/act?do=cancel&of=order-3").field("form") ?? ""
    visitor.headers.merge(headers) { $1 }
    #expect(try await visitor.get("/events?page=/").code == 403)
    #expect(try await visitor.post("/act", "do=cancel&of=order-3&form=\(form)").code == 403)
    visitor.headers = ["Host": "127.0.0.1:8080"]
    #expect(try await visitor.get("/run?id=order-3").text.contains("badge waiting"))
  }

  @Test func aLinkFromAnotherSiteIsFollowed() async throws {
    var visitor = try await visitor(token: nil)
    visitor.headers["Sec-Fetch-Site"] = "cross-site"
    visitor.headers["Sec-Fetch-Mode"] = "navigate"
    #expect(try await visitor.get("/").code == 200)
    #expect(try await visitor.post("/act", "do=cancel&of=order-3").code == 403)
  }

  @Test(arguments: [
    "/../etc/passwd", "/%2e%2e/style.css", "//", "/run/", "/STYLE.CSS", "/index.html", "/run%00",
  ]
  )
  func thereAreNoOtherPaths(path: String) async throws {
    #expect(try await visitor(token: nil).get(path).code == 404)
  }

  @Test func allAnswersHaveAStrictPolicyAndHideTheirAddress() async throws {
    let visitor = try await visitor(token: nil)
    for target in ["/", "/run?id=order-1", "/nowhere", "/style.css", "/live.js"] {
      let answer = try await visitor.get(target)
      let policy = answer.headers[HTTPHeader("Content-Security-Policy")] ?? ""
      #expect(policy.hasPrefix("default-src 'none';"))
      #expect(!policy.contains("unsafe"))
      #expect(answer.headers[HTTPHeader("Referrer-Policy")] == "same-origin")
      #expect(answer.headers[HTTPHeader("X-Content-Type-Options")] == "nosniff")
      #expect(answer.headers[.cacheControl] == "no-store")
      #expect(!answer.text.contains(#/https?:\/\//#) || !target.hasPrefix("/run"))
      #expect(!answer.text.contains(#/ (style|on[a-z]+)="/#))
    }
  }

  @Test func theHeadHasNoBody() async throws {
    let visitor = try await visitor(token: nil)
    let page = try await visitor.get("/")
    let head = try await visitor.answer(.HEAD, "/")
    #expect(head.code == 200)
    #expect(head.text == "")
    #expect(head.headers[.contentLength] == "\(page.text.utf8.count)")
    #expect(try await visitor.answer(.PUT, "/").code == 405)
    #expect(try await visitor.answer(.POST, "/").code == 405)
  }
}
