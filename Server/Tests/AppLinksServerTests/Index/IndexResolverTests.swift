import AppLinks
import AppLinksResolving
import AppLinksServer
import Foundation
import Futures
import JSONValues
import Testing

/// Apps that ask a running server: from a published page to an opened app, on each device.
@Suite struct IndexResolverTests {
  private static let opened: [DeviceIdiom: String] = [
    .phone: "shop://socks/7", .pad: "shop-hd://socks/7", .other: "shop://socks/7",
    .android: "shop://socks/7", .windowsUniversal: "shop-win://socks/7",
  ]

  private func resolver(_ live: LiveServer) -> IndexResolver {
    IndexResolver { urls in
      let ids = urls.map { live.escaped($0.absoluteString.replacing(",", with: "%2C")) }
      let reply = try await live.get("/api/v1/index?ids=\(ids.joined(separator: ","))")
      return try IndexAnswer(json: try reply.json)
    }
  }

  @Test(arguments: DeviceIdiom.allCases)
  func opensTheAppOfThePage(_ idiom: DeviceIdiom) async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let page = try #require(URL(string: live.page("/socks/7")))
      let opener = SimulatedOpener(
        schemes: ["shop", "shop-hd", "shop-win"],
        packages: ["com.example.shop"]
      )
      let outcome = try await AppLinkNavigator(opener: opener)
        .navigate(to: page, using: resolver(live), for: idiom)
      let url = try #require(outcome.openedURL)
      let inbound = InboundLink(url)
      if let expected = Self.opened[idiom] {
        #expect(outcome.kind == .app)
        #expect(url.absoluteString.hasPrefix(expected))
      } else {
        // The relative web fallback is that of the page.
        #expect(outcome.kind == .web)
        #expect(url.absoluteString.hasPrefix(live.page("/mobile/socks/7")))
      }
      // On Android, the data is in the extras of the intent, which the opener passes.
      guard idiom != .android else { return }
      #expect(inbound.isAppLink)
      #expect(inbound.targetURL == page)
    }
  }

  @Test func answersABatchWhoseMembersFailAlone() async throws {
    try await LiveServer.run(Pages.shop()) { live in
      let resolver = resolver(live)
      let urls = try ["/socks/7", "/none", "/other?a=1,2#top"].map { path in
        try #require(URL(string: live.page(path)))
      }
      let refused = try #require(URL(string: "http://10.0.0.1/"))
      let answers = (urls + [refused]).map { resolver.futureResolve($0) }
      let socks = try await answers[0].value
      #expect(socks.metadata.targets(for: .phone).first?.rawURL == "shop://socks/7")
      #expect(try await answers[1].value.metadata.tags.isEmpty)
      #expect(try await answers[2].value.metadata.tags.isEmpty)
      await #expect(throws: AppLinkResolveError.self) { try await answers[3].value }
    }
  }
}
