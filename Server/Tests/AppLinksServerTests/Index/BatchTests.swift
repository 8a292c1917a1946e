import AppLinksServer
import Futures
import JSONValues
import Testing

/// What clients see of answers whose pages have been answered before.
@Suite struct BatchTests {
  private func batch(_ live: LiveServer, _ urls: [String]) async throws -> Reply {
    try await live.get("/api/v1/index?ids=\(urls.map(live.escaped).joined(separator: ","))")
  }

  @Test func anAnswerFromMemoryHasTheBytesOfTheFirst() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let urls = [live.page("/socks/7"), "http://10.0.0.1/", "shop://\"\\\u{1}", live.page("/b")]
      let first = try await batch(live, urls)
      #expect(try first.json.encoded() + "\n" == first.body)
      #expect(try first.json.objectValue?.keys.sorted() == urls.sorted())
      // In another order, in a body, and one that is known among others.
      #expect(try await batch(live, urls.reversed()).body == first.body)
      let body = try JSONValue.object(["ids": .array(urls.map { .string($0) })]).encoded()
      #expect(try await live.send("POST", "/api/v1/index", body: body).body == first.body)
      let one = try await batch(live, [urls[0]])
      #expect(try one.json.encoded() + "\n" == one.body)
      #expect(try one.json[urls[0]] == first.json[urls[0]])
      #expect(live.site.paths.sorted() == ["/b", "/socks/7"])
    }
  }

  @Test func aURLThatIsNamedTwiceHasOneAnswer() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let url = live.page("/socks/7")
      let once = try await batch(live, [url])
      #expect(try await batch(live, [url, url, url]).body == once.body)
      #expect(live.site.paths == ["/socks/7"])
      // Another spelling of the page is another URL for the client.
      let other = try await batch(live, [url, url + "#a"]).json
      #expect(other[url]?["app_links"] == other[url + "#a"]?["app_links"])
      #expect(other[url + "#a"]?["id"]?.stringValue == url + "#a")
      #expect(live.site.paths == ["/socks/7"])
    }
  }

  @Test func textsOfOtherBytesAreOtherURLs() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      // Equal for people and for strings of Swift, and not for the web.
      let urls = [live.page("/caf\u{E9}"), live.page("/cafe\u{301}")]
      for _ in 0..<2 {
        for url in urls {
          let body = try await batch(live, [url]).body
          #expect(body.utf8.starts(with: #"{"\#(url)":{"app_links":{},"#.utf8))
        }
      }
      let both = try await batch(live, urls).body
      #expect(both.utf8.split(separator: UInt8(ascii: ",")).count == 4)
      let why = urls.map { "/api/v1/why?url=\(live.escaped($0))" }
      for (url, question) in zip(urls, why) {
        let body = try await live.get(question).body
        #expect(body.utf8.firstRange(of: url.utf8) != nil)
      }
    }
  }

  @Test func clientsKeepABatch() async throws {
    let site = TestSite { path in .page(Pages.socks, cacheControl: "max-age=\(path.dropFirst())") }
    let time = ManualTime()
    try await LiveServer.run(site, clock: time.clock) { live in
      let urls = ["/600", "/300", "/900"].map(live.page)
      let reply = try await batch(live, urls)
      #expect(reply.header("cache-control") == "public, max-age=300")
      let tag = try #require(reply.header("etag"))
      time.advance(by: .seconds(100))
      let path = "/api/v1/index?ids=\(urls.reversed().map(live.escaped).joined(separator: ","))"
      let again = try await live.get(path, ["If-None-Match": tag])
      #expect(again.status == 304)
      #expect(again.header("cache-control") == "public, max-age=200")
      let fewer = try await batch(live, [urls[0], urls[2]])
      #expect(fewer.header("etag") != tag)
      #expect(fewer.header("cache-control") == "public, max-age=500")
      // What is wrong with a URL may be mended at any time.
      let wrong = try await batch(live, [urls[0], "shop://socks"])
      #expect(wrong.header("cache-control") == "public, max-age=0")
    }
  }

  @Test func aPageThatWasLoadedAgainIsAnsweredAnew() async throws {
    let site = TestSite { _ in .page(Pages.socks) }
    let time = ManualTime()
    try await LiveServer.run(site, clock: time.clock) { live in
      let urls = [live.page("/changed"), live.page("/same")]
      let first = try await batch(live, urls)
      let gate = Promise<Void, any Error>()
      defer { if !gate.future.isSettled { gate.succeed() } }
      site.answer { path in
        try await gate.future.value
        return .page(path == "/changed" ? "<p>" : Pages.socks)
      }
      time.advance(by: .seconds(3601))
      // Old answers are used until the new one is there, and clients do not keep them.
      for _ in 0..<2 {
        let stale = try await batch(live, urls)
        #expect(stale.body == first.body)
        #expect(stale.header("cache-control") == "public, max-age=0")
      }
      gate.succeed()
      var now = try await batch(live, urls)
      for _ in 0..<1000 where now.header("cache-control") != "public, max-age=3600" {
        now = try await batch(live, urls)
      }
      #expect(try now.json[urls[0]]?["app_links"] == [:])
      #expect(try now.json[urls[1]] == first.json[urls[1]])
      #expect(now.header("etag") != first.header("etag"))
      #expect(try now.json.encoded() + "\n" == now.body)
      #expect(site.paths.count == 4)
    }
  }

  @Test func aFailureIsNotKeptBeyondItsTime() async throws {
    let site = TestSite { _ in .init(status: 503) }
    let time = ManualTime()
    try await LiveServer.run(site, clock: time.clock) { live in
      let url = live.page("/socks/7")
      for _ in 0..<2 {
        #expect(try await batch(live, [url]).json[url]?["app_links"] == [:])
      }
      site.answer { _ in .page(Pages.socks) }
      time.advance(by: .seconds(31))
      let links = try await batch(live, [url]).json[url]?["app_links"]
      #expect(links?["ios"] != nil)
    }
  }

  @Test func aBatchIsRefusedIfNothingOfItCanBeKnown() async throws {
    let store = try SharedStore(clock: WallClock())
    try await LiveServer.run(Pages.shop(), store: store) { live in
      let url = live.page("/socks/7")
      let first = try await batch(live, [url])
      store.isAway = true
      #expect(try await batch(live, [url]).body == first.body)
      let news = [live.page("/a"), live.page("/b")]
      let mixed = try await batch(live, [url] + news)
      #expect(try mixed.json[url] == first.json[url])
      for new in news { #expect(try mixed.json[new]?["error"]?["message"] != nil) }
      // It may be known soon.
      #expect(mixed.header("cache-control") == "public, max-age=0")
      let refused = try await batch(live, news)
      #expect(refused.problem == "store-away")
      #expect(refused.status == 503)
      #expect(refused.header("retry-after") == "2")
      #expect(live.site.paths == ["/socks/7"])
    }
  }
}
