import AppLinks
import AppLinksResolving
import Foundation
import TestSupport
import Testing

@Suite struct LoadedPageTests {
  private static let html = "<meta property='al:ios:url' content='shop://socks'>\n<p>S\u{f6}cks"

  @Test func returnsTheBytesAndTheTagsOfThePageAfterRedirects() async throws {
    let transport = FakeTransport([
      "https://shop.example/old": .redirect(to: "/socks"),
      "https://shop.example/socks": .init(
        headers: ["Content-Type": "text/html; charset=utf-8"],
        body: Self.html
      ),
    ])
    let url = try #require(URL(string: "https://shop.example/old"))
    let page = try await HTTPResolver(options: .patient, transport: transport).page(at: url)
    #expect(page.body == Array(Self.html.utf8))
    #expect(page.contentType == "text/html; charset=utf-8")
    #expect(page.resolution.finalURL?.absoluteString == "https://shop.example/socks")
    #expect(page.resolution.metadata.tags.map(\.content) == ["shop://socks"])
  }

  @Test func returnsNoBytesOfAnImage() async throws {
    let transport = FakeTransport([
      "https://shop.example/socks": .init(headers: ["Content-Type": "image/png"], body: "PNG")
    ])
    let url = try #require(URL(string: "https://shop.example/socks"))
    let page = try await HTTPResolver(options: .patient, transport: transport).page(at: url)
    #expect(page.body.isEmpty)
    #expect(page.resolution.diagnostics.map(\.code) == [.notAPage])
  }

  @Test func refusesTheURLOfAnAppWithoutARequest() async throws {
    let transport = FakeTransport([:])
    let url = try #require(URL(string: "shop://socks"))
    let error = await #expect(throws: AppLinkResolveError.self) {
      try await HTTPResolver(options: .patient, transport: transport).page(at: url)
    }
    #expect(error?.code == .schemeRefused)
    #expect(transport.requests.all.isEmpty)
  }
}
