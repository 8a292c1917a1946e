import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RedirectTests {
  private static let page = FakeTransport.Page(body: HTTPResolverTests.page)

  private func resolve(
    _ start: String,
    _ pages: [String: FakeTransport.Page],
    _ options: HTTPResolver.Options = .patient
  ) async throws -> AppLinkResolution {
    try await HTTPResolver(options: options, transport: FakeTransport(pages)).resolve(url(start))
  }

  private func error(
    _ start: String,
    _ pages: [String: FakeTransport.Page],
    _ options: HTTPResolver.Options = .patient
  ) async -> AppLinkResolveError? {
    await #expect(throws: AppLinkResolveError.self) { try await resolve(start, pages, options) }
  }

  @Test(arguments: [
    ("https://f.example/q", "https://f.example/q"),
    ("/q", "https://e.com/q"),
    ("q?r#s", "https://e.com/a/q?r#s"),
    ("../q", "https://e.com/q"),
    ("?r", "https://e.com/a/p?r"),
    ("//f.example/q", "https://f.example/q"),
    (" /q\t", "https://e.com/q"),
    ("/q r%2Fs", "https://e.com/q%20r%2Fs"),
    ("/q?a=b|c%26{d}#e^%20", "https://e.com/q?a=b%7Cc%26%7Bd%7D#e%5E%20"),
    ("/caf\u{e9}%20q?\u{e9}=%C3%A9", "https://e.com/caf%C3%A9%20q?%C3%A9=%C3%A9"),
    ("/100%?a=%zz", "https://e.com/100%25?a=%25zz"),
  ]
  )
  func areFollowedIncludingRelativeOnes(_ location: String, target: String) async throws {
    let resolution = try await resolve(
      "https://e.com/a/p",
      ["https://e.com/a/p": .redirect(to: location), target: Self.page]
    )
    #expect(resolution.finalURL == url(target))
    #expect(resolution.redirects == [url("https://e.com/a/p")])
    #expect(resolution.sourceURL == url("https://e.com/a/p"))
    #expect(resolution.metadata.tags.count == 3)
    #expect(resolution.appLink(for: .phone).webURL == url("https://e.com/a/p"))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func areFollowedForEveryRedirectStatus(_ status: Int) async throws {
    let resolution = try await resolve(
      "http://e.com/",
      ["http://e.com/": .redirect(to: "/q", status: status), "http://e.com/q": Self.page]
    )
    #expect(resolution.status == 200)
  }

  @Test func keepTheFragmentAsBrowsersDo() async throws {
    let transport = FakeTransport { request in
      URLParts(request.url).path == "/q" ? Self.page : .redirect(to: "/q")
    }
    let resolution = try await HTTPResolver(options: .patient, transport: transport).resolve(
      url("http://e.com/#top")
    )
    #expect(resolution.finalURL == url("http://e.com/q#top"))
  }

  @Test(arguments: [300, 304, 305, 302])
  func withoutATargetAreThePageItself(_ status: Int) async throws {
    var page = Self.page
    page.status = status
    if status != 302 { page.headers["Location"] = "/q" }
    let resolution = try await resolve("http://e.com/", ["http://e.com/": page])
    #expect(resolution.status == status)
    #expect(resolution.metadata.tags.count == 3)
    #expect(resolution.redirects.isEmpty)
  }

  @Test(arguments: [
    "shop://x", "file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "http://",
  ]
  )
  func toOtherURLsThanPagesAreNotFollowedButReported(_ location: String) async throws {
    let resolution = try await resolve("http://e.com/", ["http://e.com/": .redirect(to: location)])
    #expect(resolution.finalURL == url("http://e.com/"))
    #expect(resolution.diagnostics.map(\.code) == [.redirectNotFollowed])
    #expect(resolution.appLink(for: .phone).webURL == url("http://e.com/"))
  }

  @Test(arguments: ["shop://x?token=abc", "shop://user:abc@x", " shop://user:abc@x"]
  )
  func toOtherURLsThanPagesAreReportedWithoutTheirSecrets(_ location: String) async throws {
    let resolution = try await resolve("http://e.com/", ["http://e.com/": .redirect(to: location)])
    let message = try #require(resolution.diagnostics.first?.message)
    #expect(message.contains("'shop://"))
    #expect(!message.contains("abc"))
  }

  @Test(arguments: ["shop://x", "javascript:alert(1)", "http://", ""]
  )
  func toOtherURLsThanPagesAreThePageWithItsTags(_ location: String) async throws {
    var page = Self.page
    page.status = 302
    page.headers["Location"] = location
    let transport = FakeTransport(["http://e.com/": page])
    let resolver = HTTPResolver(options: .patient, transport: transport)
    let loaded = try await resolver.page(at: url("http://e.com/"))
    #expect(loaded.resolution.metadata.tags.count == 3)
    #expect(loaded.resolution.diagnostics.map(\.code) == [.redirectNotFollowed])
    #expect(loaded.body == Array(HTTPResolverTests.page.utf8))
  }

  @Test func thatFormALoopEnd() async {
    let error = await error(
      "http://e.com/a",
      [
        "http://e.com/a": .redirect(to: "/b"),
        "http://e.com/b": .redirect(to: "HTTP://E.com:80/a#x"),
      ]
    )
    #expect(error?.code == .redirectLoop)
    #expect(error?.url == url("http://e.com/b"))
  }

  @Test(arguments: ["/a", "", "#b", "HTTP://E.com:80/a"]
  )
  func toThePageItselfAreNotFollowed(_ location: String) async {
    let transport = FakeTransport { _ in .redirect(to: location.isEmpty ? "?" : location) }
    let start = url(location.isEmpty ? "http://e.com/a?" : "http://e.com/a")
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver(options: .patient, transport: transport).resolve(start)
    }
    #expect(error?.code == .redirectLoop)
    #expect(error?.url == start)
    #expect(transport.requests.all.map(\.url) == [start])
  }

  @Test func areFollowedTenTimes() async throws {
    let transport = FakeTransport { request in
      let number = Int(URLParts(request.url).path.dropFirst()) ?? 0
      return number == 10 ? Self.page : .redirect(to: "/\(number + 1)")
    }
    let resolution = try await HTTPResolver(options: .patient, transport: transport).resolve(
      url("http://e.com/0")
    )
    #expect(resolution.redirects.count == 10)
    let endless = FakeTransport { request in
      .redirect(to: "/\((Int(URLParts(request.url).path.dropFirst()) ?? 0) + 1)")
    }
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver(options: .patient, transport: endless).resolve(url("http://e.com/0"))
    }
    #expect(error?.code == .tooManyRedirects)
    #expect(endless.requests.count == 11)
  }

  @Test func doNotDowngradeToHttpUnlessAllowed() async throws {
    let pages: [String: FakeTransport.Page] = [
      "https://e.com/": .redirect(to: "http://e.com/?token=abc"),
      "http://e.com/?token=abc": Self.page,
    ]
    let error = await error("https://e.com/", pages)
    #expect(error?.code == .downgradeRefused)
    #expect(error?.description.contains("abc") == false)
    var options = HTTPResolver.Options.patient
    options.redirects = RedirectPolicy(allowsDowngrade: true)
    #expect(try await resolve("https://e.com/", pages, options).status == 200)
  }

  @Test func doNotSendCustomHeaderFieldsToOtherOrigins() async throws {
    let transport = FakeTransport([
      "https://e.com/": .redirect(to: "https://e.com:443/q"),
      "https://e.com:443/q": .redirect(to: "https://f.example/"),
      "https://f.example/": .redirect(to: "https://f.example:8443/"),
      "https://f.example:8443/": Self.page,
    ])
    var options = HTTPResolver.Options.patient
    options.userAgent = "u"
    options.headers = ["Authorization": "secret"]
    _ = try await HTTPResolver(options: options, transport: transport).resolve(
      url("https://e.com/")
    )
    let requests = transport.requests.all
    #expect(requests.map { $0.headers["Authorization"] } == ["secret", "secret", nil, nil])
    #expect(requests.allSatisfy { $0.headers["Prefer-Html-Meta-Tags"] == "al" })
    #expect(requests.allSatisfy { $0.headers["User-Agent"] == "u" })
  }

  @Test(arguments: [("https://e.com/", "http://e.com/"), ("http://e.com/", "https://e.com/")]
  )
  func doNotSendCustomHeaderFieldsOverAnotherScheme(_ start: String, _ target: String) async throws
  {
    let transport = FakeTransport([start: .redirect(to: target), target: Self.page])
    var options = HTTPResolver.Options.patient
    options.redirects = RedirectPolicy(allowsDowngrade: true)
    options.headers = ["Authorization": "secret"]
    _ = try await HTTPResolver(options: options, transport: transport).resolve(url(start))
    #expect(transport.requests.all.map { $0.headers["Authorization"] } == ["secret", nil])
  }

  @Test func ofARealServerAreFollowedByTheResolverAndNotByTheSession() async throws {
    let server = try LoopbackServer { connection in
      switch try connection.readRequest().target {
      case "/start": try connection.respond(301, headers: ["Location": "two/"], body: "gone".utf8)
      case "/two/": try connection.respond(307, headers: ["Location": "?x"])
      case "/loop": try connection.respond(302, headers: ["Location": "/loop"])
      case "/empty": try connection.respond(302, headers: ["Location": ""])
      case "/lost": try connection.respond(302, body: HTTPResolverTests.page.utf8)
      default: try connection.respond(body: HTTPResolverTests.page.utf8)
      }
    }
    let resolver = HTTPResolver.patient
    let resolution = try await resolver.resolve(server.url("/start"))
    #expect(resolution.finalURL == server.url("/two/?x"))
    #expect(resolution.redirects == [server.url("/start"), server.url("/two/")])
    #expect(resolution.metadata.tags.count == 3)
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await resolver.resolve(server.url("/loop"))
    }
    #expect(error?.code == .redirectLoop)
    #expect(try await resolver.resolve(server.url("/lost")).status == 302)
    #expect(try await resolver.resolve(server.url("/empty")).status == 302)
  }
}
