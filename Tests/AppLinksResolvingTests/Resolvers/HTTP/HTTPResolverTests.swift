import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import LoopbackServer
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPResolverTests {
  static let page = """
    <html><head><meta property="al:ios:url" content="shop://socks"/>
    <meta property="al:ios:app_name" content="Sh\u{f6}p"/></head><body>
    <meta property="al:android:package" content="org.example.shop"/></body></html>
    """

  @Test func findsTheTagsOfAPage() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(
        headers: ["Content-Type": "text/html; charset=utf-8"],
        body: Self.page.utf8
      )
    }
    let url = server.url("/socks#top")
    let resolution = try await HTTPResolver.patient.resolve(url)
    #expect(resolution.sourceURL == url)
    #expect(resolution.finalURL == url)
    #expect(resolution.status == 200)
    #expect(resolution.redirects.isEmpty)
    #expect(resolution.diagnostics.isEmpty)
    #expect(
      resolution.metadata.targets(for: .phone)
        == [.apple(.init(rawURL: "shop://socks", appName: "Sh\u{f6}p"))]
    )
    #expect(
      resolution.appLink(for: .android).targets
        == [.android(.init(packageName: "org.example.shop"))]
    )
    #expect(resolution.appLink(for: .phone).webURL == url)
  }

  @Test func requestsTagsStoresNoCookiesAndHasNoUserAgentOfItsOwn() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.respond(headers: ["Set-Cookie": "id=1"], body: Self.page.utf8)
    }
    var options = HTTPResolver.Options.patient
    options.userAgent = "tester/1"
    options.headers = ["X-Key": "k", "accept": "text/html"]
    let resolver = HTTPResolver(options: options)
    for index in 0..<2 {
      _ = try await resolver.resolve(server.url())
      let request = try await server.connection(index).request.value
      #expect(request.method == "GET")
      #expect(request.headers["prefer-html-meta-tags"] == "al")
      #expect(request.headers["user-agent"] == "tester/1")
      #expect(request.headers["accept"] == "text/html")
      #expect(request.headers["x-key"] == "k")
      #expect(request.headers["cookie"] == nil)
    }
    _ = try await HTTPResolver.patient.resolve(server.url())
    let request = try await server.connection(2).request.value
    #expect(request.headers["accept"] == "text/html,application/xhtml+xml")
  }

  @Test func stopsTheTransferAtTheEndOfTheHead() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n\(Self.page)")
      connection.waitForPeerToClose()
    }
    var options = HTTPResolver.Options.patient
    options.scanner.isHeadOnly = true
    let resolution = try await HTTPResolver(options: options).resolve(server.url())
    #expect(resolution.metadata.tags.count == 2)
    try await server.connection().peerClosed.timeout(.seconds(600)).value
  }

  @Test func resolvesTheURLOfAnAppWithoutARequest() async throws {
    let resolver = HTTPResolver(options: .patient, transport: FakeTransport { _ in nil })
    let link = try await resolver.resolve(url("shop://socks/7"), for: .android)
    #expect(link == AppLink(directTo: url("shop://socks/7")))
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await resolver.resolve(url("javascript:alert(1)"))
    }
    #expect(error?.code == .schemeRefused)
  }

  @Test func appliesItsPolicyForSchemesToTheURLsOfApps() async throws {
    var options = HTTPResolver.Options.patient
    options.schemes.onlySchemes = ["shop"]
    let resolver = HTTPResolver(options: options, transport: FakeTransport { _ in nil })
    #expect(try await resolver.resolve(url("shop://socks/7")).isDirect)
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await resolver.resolve(url("store://socks/7"))
    }
    #expect(error?.code == .schemeRefused)
  }

  @Test(arguments: ["https:evil.example", "https:/evil.example"])
  func refusesAPageWithoutAHost(_ text: String) async throws {
    let transport = FakeTransport { _ in FakeTransport.Page(body: Self.page) }
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver(options: .patient, transport: transport).resolve(url(text))
    }
    #expect(error?.code == .hostRefused)
    #expect(transport.requests.all.isEmpty)
  }

  @Test func isCancelledIfItsTransportIs() async throws {
    let transport = FakeTransport { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await HTTPResolver(options: .patient, transport: transport).resolve(url("https://e.com"))
    }
  }

  @Test func returnsAFutureWhoseCancellationClosesTheConnection() async throws {
    let server = try LoopbackServer { connection in
      try connection.readRequest()
      connection.waitForPeerToClose()
    }
    let future = HTTPResolver.patient.futureResolve(server.url())
    _ = try await server.connection().request.value
    future.cancel()
    #expect(future.currentError is CancellationError)
    try await server.connection().peerClosed.timeout(.seconds(600)).value
  }
}
