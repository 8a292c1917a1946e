import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Futures
import Testing

@Suite struct NavigateWithResolverTests {
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
    let android = try await navigator.navigate(to: page, using: resolver, for: .android)
    #expect(android.openedURL?.scheme == "b")
    let other = try await navigator.navigate(to: url("a://y"), using: resolver, for: .pad)
    #expect(other.openedURL?.scheme == "a")
    await #expect(throws: AppLinkResolveError.self) {
      try await navigator.navigate(to: url("https://e.com/q"), using: resolver, for: .phone)
    }
  }
}
