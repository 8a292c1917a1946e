import AppLinksServer
import JSONValues
import Testing

/// Questions about several pages.
@Suite struct IndexTests {
  @Test func answersInTheFormOfAGraphAPI() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let url = live.page("/socks/7")
      let json = try await live.get("/api/v1/index?ids=\(live.escaped(url))").json
      #expect(json[url]?["id"]?.stringValue == url)
      let links = try #require(json[url]?["app_links"])
      #expect(links["ios"]?[0]?["app_store_id"] == "123456789")
      #expect(links["android"]?[0] == ["package": "com.example.shop", "url": "shop://socks/7"])
      #expect(links["web"]?["url"]?.stringValue == live.page("/mobile/socks/7"))
    }
  }

  @Test func takesMoreURLsInABody() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let urls = (0..<50).map { live.page("/socks/7?n=\($0),") }
      let body = try JSONValue.object(["ids": .array(urls.map { .string($0) })]).encoded()
      let reply = try await live.send("POST", "/api/v1/index", body: body)
      #expect(try reply.json.objectValue?.keys.sorted() == urls.sorted())
    }
  }

  @Test(
    arguments: [
      ("{", "bad-request"), ("[]", "bad-request"), (#"{"ids": []}"#, "bad-request"),
      (#"{"ids": [7]}"#, "bad-request"), (#"{"ids": "x"}"#, "bad-request"),
      (
        #"{"ids": [\#(Array(repeating: #""a""#, count: 51).joined(separator: ","))]}"#,
        "too-many-urls"
      ),
      (String(repeating: " ", count: 300_000), "body-too-large"),
    ]
  )
  func refusesBodiesThatSayNothing(_ body: String, _ problem: String) async throws {
    try await LiveServer.run { live in
      let reply = try await live.send("POST", "/api/v1/index", body: body)
      #expect(reply.problem == problem)
    }
  }

  @Test func saysForEachURLWhatIsWrong() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let long = "http://shop.example/" + String(repeating: "a", count: 5000)
      let ids = ["shop://socks", "http://a:b@shop.example/", long, "", "http://"]
        .map(live.escaped)
      let json = try await live.get("/api/v1/index?ids=\(ids.joined(separator: ","))").json
      let answers = try #require(json.objectValue)
      #expect(answers.count == 4)
      for (url, answer) in answers {
        #expect(answer["error"]?["message"]?.stringValue?.isEmpty == false, "\(url.prefix(40))")
      }
      #expect(live.site.paths.isEmpty)
    }
  }
}
