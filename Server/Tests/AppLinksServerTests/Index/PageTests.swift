import AppLinks
import AppLinksServer
import JSONValues
import Testing

/// Questions about one page.
@Suite struct PageTests {
  @Test func tellsWhatEveryDeviceDoes() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let reply = try await live.get(live.question("page", "/socks/7"))
      let json = try reply.json
      #expect(json["status"] == 200)
      #expect(json["tags"]?[0]?["property"] == "al:ios:url")
      #expect(json["tags"]?[0]?["line"] == 2)
      let devices = try #require(json["devices"]?.arrayValue)
      #expect(
        devices.compactMap { $0["idiom"]?.stringValue }
          == DeviceIdiom.allCases.map(\.rawValue)
      )
      let phone = devices[0]
      #expect(phone["installed"]?["outcome"] == "app")
      #expect(phone["installed"]?["opens"]?.stringValue?.hasPrefix("shop://socks/7?") == true)
      #expect(phone["not_installed"]?["outcome"] == "web")
      let steps = try #require(phone["not_installed"]?["steps"]?.arrayValue)
      #expect(steps.compactMap { $0["result"]?.stringValue } == ["not-installed", "opens"])
      #expect(json["findings"]?.arrayValue != nil)
    }
  }

  @Test func clientsKeepAnswers() async throws {
    let site = TestSite { _ in .page(Pages.socks, cacheControl: "max-age=600") }
    try await LiveServer.run(site) { live in
      let question = live.question("page", "/socks/7")
      let reply = try await live.get(question)
      let tag = try #require(reply.header("etag"))
      let control = reply.header("cache-control") ?? ""
      #expect(control.hasPrefix("public, max-age=5") && control.contains("stale-while-revalidate"))
      let again = try await live.get(question, ["If-None-Match": "\"x\", W/\(tag)"])
      #expect(again.status == 304)
      #expect(again.body.isEmpty)
      #expect(try await live.get(question, ["If-None-Match": "\"x\""]).status == 200)
      #expect(live.site.paths == ["/socks/7"])
    }
  }

  @Test func loadsAgainOnRequest() async throws {
    let site = TestSite { _ in .page("<p>") }
    let time = ManualTime()
    try await LiveServer.run(site, clock: time.clock) { live in
      let question = live.question("page", "/")
      let first = try await live.get(question).json
      #expect(first["tags"] == [])
      site.answer { _ in .page(Pages.socks) }
      // Not within ten seconds.
      let soon = try await live.get(question, ["Cache-Control": "no-cache"]).json
      #expect(soon["tags"] == [])
      time.advance(by: .seconds(11))
      #expect(try await live.get(question).json["tags"] == [])
      let later = try await live.get(question, ["Cache-Control": "no-cache"]).json
      #expect(live.site.paths == ["/", "/"])
      #expect(later["tags"]?.arrayValue?.isEmpty == false)
    }
  }

  @Test(
    arguments: [
      ("shop://socks/7", 422, "not-a-page"), ("javascript:alert(1)", 422, "not-a-page"),
      ("", 422, "not-a-page"), ("https://", 422, "not-a-page"),
      ("http://me:secret@shop.example/", 422, "user-info-refused"),
      ("http://shop.example.invalid/", 502, "host-not-found"),
      ("http://10.0.0.1/", 422, "address-refused"), ("http://192.0.2.1:22/", 422, "port-refused"),
    ]
  )
  func saysWhyThereIsNoPage(_ url: String, _ status: Int, _ problem: String) async throws {
    try await LiveServer.run { live in
      let reply = try await live.get("/api/v1/page?url=\(live.escaped(url))")
      #expect(reply.problem == problem)
      #expect(reply.status == status)
      #expect(!reply.body.contains("secret"))
    }
  }

  @Test func refusesLongURLs() async throws {
    try await LiveServer.run { live in
      let url = live.page("/" + String(repeating: "a", count: 5000))
      let refused = try await live.get("/api/v1/page?url=\(url)")
      #expect(refused.problem == "url-too-long")
      let longer = live.page("/" + String(repeating: "a", count: 20_000))
      #expect(try await live.get("/api/v1/page?url=\(longer)").problem == "url-too-long")
    }
  }

  @Test func saysOnceThatAPageCouldNotBeLoaded() async throws {
    try await LiveServer.run { live in
      let question = "/api/v1/page?url=\(live.escaped("http://127.0.0.1:99999/"))"
      let detail = try await live.get(question).json["detail"]?.stringValue
      #expect(detail?.hasPrefix("The page could not be loaded: the URL ") == true)
    }
  }
}
