import AppLinksServer
import Foundation
import JSONValues
import Testing

/// The page that explains a link.
@Suite struct ExplanationTests {
  /// Texts that would do harm if they were more than text.
  static let corpus = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onfocus=alert(1) x='",
    "</title></pre></textarea><svg onload=alert(1)>", "{{url}}{{{url}}}{{#devices}}",
    "javascript:alert(1)", "\"\u{301} onmouseover=alert(1) x=\"\u{301}", "<\u{338}script>",
    "&lt;script&gt;&#60;b&#62;", "-->]]><!--",
  ]

  /// A page with a text in every field, and files with it.
  private static func site(_ text: String) -> TestSite {
    let value = text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
      .replacing("\u{301}", with: "&#x301;")
    let names = [
      "ios:url", "ios:app_name", "ios:app_store_id", "ipad:url", "android:package", "android:url",
      "android:class", "windows_universal:url", "web:url", "ios:\(value)", value,
    ]
    let tags = names.map { #"<meta property="al:\#($0)" content="\#(value)">"# }.joined()
    let json = (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return TestSite { path in
      switch path {
      case "/.well-known/apple-app-site-association":
        .json(
          """
          {"applinks": {"details": [{"appIDs": [\(json), "ABCDE12345.a.b"], "components": [
            {"/": \(json), "?": {\(json): \(json)}, "comment": \(json)}, {"/": "*"}]}]}}
          """
        )
      case "/.well-known/assetlinks.json":
        .json(
          """
          [{"relation": ["delegate_permission/common.handle_all_urls", \(json)], "target":
            {"namespace": "android_app", "package_name": \(json),
              "sha256_cert_fingerprints": [\(json)]}, \(json): 7}]
          """
        )
      default:
        .page(
          tags + #"<meta property="al:ios:url" content="shop://x"><title>\#(value)</title>"#
            + #"<meta name="apple-itunes-app" content="app-id=\#(value)">"#
            + #"<link rel="canonical" href="https://\#(value)/">"#
        )
      }
    }
  }

  /// The tags of a page, with the names of their attributes.
  private func structure(_ html: String) -> Set<String> {
    var tags: Set<String> = []
    var rest = html[...]
    while let start = rest.firstIndex(where: { $0.unicodeScalars.first == "<" }) {
      rest = rest[start...]
      var tag = ""
      var isQuoted = false
      for scalar in rest.unicodeScalars {
        if scalar == "\"" { isQuoted.toggle() }
        if !isQuoted { tag.unicodeScalars.append(scalar) }
        if scalar == ">", !isQuoted { break }
      }
      tags.insert(tag)
      rest = rest.dropFirst()
    }
    return tags
  }

  private func page(_ site: TestSite, _ path: String) async throws -> (status: Int, html: String) {
    var found = (status: 0, html: "")
    try await LiveServer.run(site) { live in
      let reply = try await live.get("/?url=\(live.escaped(live.page(path)))")
      found = (reply.status, reply.body)
      #expect(reply.header("content-type") == "text/html; charset=utf-8")
    }
    return found
  }

  @Test(arguments: corpus) func whatIsFoundIsText(_ text: String) async throws {
    let harmless = try await page(Self.site("shop"), "/7")
    let harmful = try await page(Self.site(text), "/7")
    #expect(harmful.status == 200)
    // The same elements with the same attributes; findings may be fewer or more.
    let unknown = structure(harmful.html).subtracting(structure(harmless.html))
      .filter { !$0.hasPrefix("<li class=") && !$0.hasPrefix("<strong class=") }
    #expect(unknown.isEmpty, "\(unknown)")
    #expect(!harmful.html.contains("<script>"))
  }

  @Test(arguments: corpus) func whatIsAskedIsText(_ text: String) async throws {
    try await LiveServer.run { live in
      let refused = try await live.get("/?url=shop").body
      let failed = try await live.get("/?url=https://shop.example.invalid/").body
      let known = structure(refused).union(structure(failed))
      for spelling in [text, "https://\(text)/", "https://shop.example.invalid/\(text)"] {
        let reply = try await live.get("/?url=\(live.escaped(spelling))")
        #expect((400..<600).contains(reply.status))
        #expect(!reply.body.contains("<script>"))
        let unknown = structure(reply.body).subtracting(known)
        #expect(unknown.isEmpty, "\(spelling): \(unknown)")
      }
    }
  }

  @Test func tellsEverythingAboutALink() async throws {
    let (status, html) = try await page(Pages.shop(), "/socks/7")
    #expect(status == 200)
    for text in [
      "<h3>iPhone</h3>", "<h3>iPad</h3>", "<h3>Android</h3>", "opens Shop", "shop-hd://socks/7",
      "is not installed", "al:ios:app_store_id", "123456789", "Data for the app",
      "installed, in another app", "ABCDE12345.com.example.shop", "/.well-known/assetlinks.json",
      "&lt;meta property=&quot;al:ios:url&quot; content=&quot;shop://socks/7&quot;&gt;",
    ] {
      #expect(html.contains(text), "\(text)")
    }
  }

  @Test func showsContradictions() async throws {
    let site = TestSite { path in
      path.hasPrefix("/.well-known")
        ? .missing
        : .page(Pages.socks + #"<meta name="apple-itunes-app" content="app-id=987654321">"#)
    }
    let (_, html) = try await page(site, "/socks/7")
    #expect(html.contains("<code>app-store-id-differs</code>"))
    #expect(html.contains("content=&quot;app-id=123456789&quot;"))
  }

  @Test func loadsAgainAndLeadsToTheLinkToShare() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let url = live.escaped(live.page("/socks/7?a=b+c&d=%20"))
      let reply = try await live.send("POST", "/again", body: "x=1&url=\(url)")
      // The client follows the redirect.
      #expect(reply.status == 200)
      #expect(reply.body.contains("/socks/7?a=b+c&amp;d=%20</h1>"))
      #expect(live.site.count("/socks/7?a=b+c&d=%20") == 1)
    }
  }

  @Test func anExplanationIsKeptUntilSomethingInItIsNew() async throws {
    let site = Pages.shop()
    let time = ManualTime()
    try await LiveServer.run(site, clock: time.clock) { live in
      let url = live.escaped(live.page("/socks/7"))
      let first = try await live.get("/?url=\(url)")
      let tag = try #require(first.header("etag"))
      #expect(first.header("cache-control") == "no-cache")
      let known = try await live.get("/?url=\(url)", ["If-None-Match": tag])
      #expect(known.status == 304 && known.body.isEmpty)
      #expect(try await live.get("/?url=\(url)").body == first.body)
      // The page is the same, and one of the files is new.
      site.answer { path in
        path.hasPrefix("/.well-known")
          ? .json(Pages.appleFile.replacing("/socks/*", with: "/shoes/*")) : .page(Pages.socks)
      }
      time.advance(by: .seconds(11))
      #expect(try await live.send("POST", "/again", body: "url=\(url)").status == 200)
      let newer = try await live.get("/?url=\(url)", ["If-None-Match": tag])
      #expect(newer.status == 200 && newer.body.contains("/shoes/*"))
    }
  }

  @Test func saysWhatEveryProblemMeans() async throws {
    try await LiveServer.run { live in
      let page = try await live.get("/problems").body
      for path in [
        "/nothing", "/api/v1/page", "/api/v1/page?url=x", "/api/v1/page?url=http://10.1",
      ] {
        let reply = try await live.get(path)
        let code = try #require(reply.problem)
        let type = try #require(try reply.json["type"]?.stringValue)
        #expect(type == "/problems#\(code)")
        #expect(page.contains(#"<dt id="\#(code)">"#), "\(code)")
      }
    }
  }

  @Test func pagesNeedNoKey() async throws {
    var options = ServerOptions()
    options.requiresKey = true
    try await LiveServer.run(Pages.shop(), options: options) { live in
      let statuses = try await [
        live.get("/?url=\(live.escaped(live.page("/socks/7")))").status,
        live.get("/style.css").status, live.get("/copy.js").status, live.get("/").status,
      ]
      #expect(statuses == [200, 200, 200, 200])
    }
  }

  @Test func aLongURLIsShortenedInTheHeading() async throws {
    let path = "/socks?" + String(repeating: "a=1234567&", count: 120)
    let (status, html) = try await page(Pages.shop(), path)
    #expect(status == 200)
    let start = try #require(html.firstRange(of: "<h1 class=\"url\">"))
    let heading = html[start.upperBound...].prefix { $0 != "<" }
    #expect(heading.utf8.count < 200 && heading.hasSuffix("…"))
    #expect(html.contains("<summary>The whole URL</summary>"))
    let short = try await page(Pages.shop(), "/socks/7").html
    #expect(!short.contains("The whole URL"))
  }

  @Test(arguments: [
    ("shop.example/socks/7", "https://shop.example/socks/7"),
    ("shop.example", "https://shop.example"),
    (" shop.example:8443/x ", "https://shop.example:8443/x"),
    ("//shop.example/", "https://shop.example/"),
    ("shop.example?a=https://b", "https://shop.example?a=https://b"),
    ("http://shop.example", "http://shop.example"),
    ("HTTPS://shop.example", "HTTPS://shop.example"),
    ("com.example.app://x", "com.example.app://x"), ("com.example:x", "com.example:x"),
    ("a/b.c", "a/b.c"), (".", "."),
  ])
  func anAddressWithoutASchemeIsTakenAsHTTPS(_ text: String, _ url: String) {
    #expect(PageAddress.completed(text) == url)
  }

  @Test(arguments: ["shop://socks/7", "mailto:a@b.example", "socks", "/socks/7", "", "tel:5"])
  func anotherTextIsNotCompleted(_ text: String) async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let html = try await live.get("/?url=\(live.escaped(text))").body
      #expect(text.isEmpty ? html.contains("Which app opens") : html.contains("not-a-page"))
    }
  }
}
