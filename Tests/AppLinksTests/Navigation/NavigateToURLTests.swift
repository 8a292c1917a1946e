import AppLinks
import AppLinksTestSupport
import Foundation
import Futures
import FuturesFoundation
import TestSupport
import Testing

@Suite struct NavigateToURLTests {
  @Test func pagesAreResolved() async throws {
    let asked = Log<URL>()
    let navigator = AppLinkNavigator(opener: SimulatedOpener(schemes: ["a"]))
    let outcome = try await navigator.navigate(to: url("HTTPS://e.com/p"), extras: ["k": 1]) {
      page in
      asked.add(page)
      return link("a://x", source: page.absoluteString)
    }
    #expect(asked.all == [url("HTTPS://e.com/p")])
    let opened = try #require(outcome.openedURL)
    #expect(InboundLink(opened).rawTarget == "HTTPS://e.com/p")
    #expect(InboundLink(opened).extras == ["k": 1])
  }

  @Test func otherURLsAreOpenedAsTheyAre() async throws {
    let opener = RecordingOpener(opens: { _ in true })
    let outcome = try await AppLinkNavigator(opener: opener).navigate(to: url("a://x?y")) { _ in
      Issue.record("must not be resolved")
      throw CancellationError()
    }
    #expect(outcome.kind == .app)
    #expect(opener.opened.all.map(\.summary) == ["app a://x?y"])
    #expect(opener.opened.all.map { InboundLink($0.url).target.text } == ["a://x?y"])
  }

  @Test func schemesOfDirectLinksAreLookedAt() async throws {
    let opener = RecordingOpener(opens: { _ in true })
    let outcome = try await AppLinkNavigator(opener: opener)
      .navigate(to: url("javascript:alert(1)")) { _ in link("a:") }
    #expect(!outcome.isSuccess)
    #expect(opener.opened.all.isEmpty)
  }

  @Test func whatResolvingThrowsIsThrown() async {
    let opener = RecordingOpener(opens: { _ in true })
    await #expect(throws: URLError.self) {
      try await AppLinkNavigator(opener: opener).navigate(to: url("https://e.com")) { _ in
        throw URLError(.timedOut)
      }
    }
    #expect(opener.opened.all.isEmpty)
  }

  @Test func aResolverIsAskedForTheDevice() async throws {
    let resolver = StaticResolver([
      url("https://e.com/p"): AppLinkMetadata(tags: [
        AppLinkTag(property: "al:ios:url", content: "a://x"),
        AppLinkTag(property: "al:android:url", content: "b://x"),
        AppLinkTag(property: "al:android:package", content: "b"),
      ])
    ])
    let navigator = AppLinkNavigator(opener: SimulatedOpener(schemes: ["a"], packages: ["b"]))
    let page = url("https://e.com/p")
    let phone = try await navigator.navigate(to: page, using: resolver, for: .phone)
    #expect(phone.openedURL?.scheme == "a")
    let android = try await navigator.futureNavigate(to: page, using: resolver, for: .android).get()
    #expect(android.openedURL?.scheme == "b")
    let other = try await navigator.navigate(to: url("a://y"), using: resolver, for: .pad)
    #expect(other.openedURL?.scheme == "a")
    await #expect(throws: AppLinkResolveError.self) {
      try await navigator.navigate(to: url("https://e.com/q"), using: resolver, for: .phone)
    }
  }
}
