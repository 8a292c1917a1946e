import AppLinksServer
import JSONValues
import Testing

/// Questions about what a tap on a link does.
@Suite struct WhyTests {
  @Test func tellsTheRuleOnBothPlatforms() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let json = try await live.get("/api/v1/why?url=https://shop.example/socks/7").json
      let taps = try #require(json["taps"]?.arrayValue)
      let apple = try #require(taps.first { $0["platform"] == "apple" })
      #expect(apple["outcome"] == "app")
      #expect(apple["apps"] == ["ABCDE12345.com.example.shop"])
      #expect(apple["rule"]?["text"] == #"{"/":"/socks/*"}"#)
      #expect(apple["state"] == "installed, in another app")
      let android = try #require(taps.first { $0["platform"] == "android" })
      #expect(android["apps"] == ["com.example.shop"])
      let help = try await live.get("/api/v1/why?url=https://shop.example/socks/help").json
      #expect(help["taps"]?[0]?["outcome"] == "browser")
      #expect(help["apple"]?[0]?["verdict"] == "excluded")
      // Both questions are about the same files.
      #expect(live.site.count("/.well-known/assetlinks.json") == 1)
    }
  }

  @Test func aDomainWithAWildcardAnswersForSubdomains() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let question = "/api/v1/why?url=https://de.shop.example/socks/7&domain="
      let json = try await live.get(question + live.escaped("*.Shop.example")).json
      let apple = json["taps"]?.arrayValue?.first { $0["platform"] == "apple" }
      #expect(apple?["outcome"] == "app")
      #expect(apple?["apps"] == ["ABCDE12345.com.example.shop"])
      // The host itself is not a subdomain, and has an answer of its own.
      let own = "/api/v1/why?url=https://shop.example/socks/7"
      let other = try await live.get("\(own)&domain=\(live.escaped("*.shop.example"))").json
      #expect(other["taps"]?[0]?["outcome"] == "browser")
      #expect(try await live.get(own).json["taps"]?[0]?["outcome"] == "app")
      for wrong in ["", "*.", "*.*.example", "https://shop.example", "a:80", "a@b", "a/b"] {
        let reply = try await live.get(question + live.escaped(wrong))
        #expect(reply.problem == "bad-request", "\(wrong)")
      }
    }
  }

  @Test func tellsWhatIsWrongWithFiles() async throws {
    let site = TestSite { _ in .page("<html>single page") }
    try await LiveServer.run(site) { live in
      let json = try await live.get("/api/v1/why?url=https://shop.example/socks/7").json
      let codes = json["findings"]?["apple"]?.arrayValue?.compactMap { $0["code"]?.stringValue }
      #expect(codes?.contains("html-instead-of-json") == true)
      #expect(json["taps"]?[0]?["outcome"] == "browser")
    }
  }

  @Test func anAnswerIsThatOfTheNewestFiles() async throws {
    let site = Pages.shop()
    let time = ManualTime()
    try await LiveServer.run(site, clock: time.clock) { live in
      let question = "/api/v1/why?url=https://shop.example/socks/7"
      let first = try await live.get(question)
      let again = try await live.get(question)
      #expect(first.body == again.body)
      site.answer { _ in .missing }
      time.advance(by: .seconds(11))
      let newer = try await live.get(question, ["Cache-Control": "no-cache"])
      let taps = try newer.json["taps"]?.arrayValue ?? []
      #expect(!taps.isEmpty && taps.allSatisfy { $0["outcome"] == "browser" })
      // The same rules answer differently about another page of the host.
      let other = try await live.get("/api/v1/why?url=https://shop.example/other")
      #expect(try other.json["url"] == "https://shop.example/other")
    }
  }
}
