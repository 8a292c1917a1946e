import AppLinks
import AppLinksTestSupport
import Foundation
import Futures
import JSONValues
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

  @Test func anyResolverIsAskedForTheDevice() async throws {
    let page = url("https://e.com/p")
    let resolver = OnePageResolver(page: page)
    let navigator = AppLinkNavigator(opener: SimulatedOpener(schemes: ["phone", "pad", "y"]))
    let phone = try await navigator.navigate(to: page, using: resolver, for: .phone)
    #expect(phone.openedURL?.scheme == "phone")
    let pad = try await navigator.navigate(to: page, using: resolver, for: .pad)
    #expect(pad.openedURL?.scheme == "pad")
    let other = try await navigator.navigate(to: url("y://y"), using: resolver, for: .pad)
    #expect(other.openedURL?.scheme == "y")
    await #expect(throws: URLError(.fileDoesNotExist)) {
      try await navigator.navigate(to: url("https://e.com/q"), using: resolver, for: .phone)
    }
  }

  @Test func everyFormSendsWhatItIsGiven() async throws {
    let page = url("https://e.com/p")
    let resolver = OnePageResolver(page: page)
    let referrer = Referrer(rawURL: "r:", appName: "R")
    let navigator = AppLinkNavigator(opener: SimulatedOpener(schemes: ["phone"]))
    let outcomes = [
      try await navigator.navigate(
        to: page,
        extras: ["k": 1],
        data: ["d": 2],
        referrer: referrer,
        resolve: { try await resolver.resolve($0, for: .phone) }
      ),
      try await navigator.navigate(
        to: page,
        using: resolver,
        for: .phone,
        extras: ["k": 1],
        data: ["d": 2],
        referrer: referrer
      ),
      try await navigator.navigate(
        resolver.resolve(page, for: .phone),
        extras: ["k": 1],
        data: ["d": 2],
        referrer: referrer
      ),
    ]
    for outcome in outcomes {
      let received = InboundLink(try #require(outcome.openedURL))
      #expect(received.extras == ["k": 1])
      #expect(received.data?["d"] == 2)
      #expect(received.referrer == referrer)
    }
  }

  @Test func aTokenCancelsResolvingAndFurtherSteps() async throws {
    let source = CancellationSource()
    let (asked, answer) = (Promise<Void, Never>(), Promise<AppLink, any Error>())
    let opener = RecordingOpener(opens: { _ in true })
    let future = Future(cancellation: source.token) {
      try await AppLinkNavigator(opener: opener).navigate(
        to: url("https://e.com/p"),
        using: WaitingResolver(asked: asked, answer: answer.future),
        for: .phone
      )
    }
    await asked.future.value
    source.cancel()
    answer.succeed(link("a:"))
    await #expect(throws: CancellationError.self) { try await future.value }
    #expect(opener.opened.all.isEmpty)
  }

  @Test func aResolverGivesFuturesOfItsLinks() async throws {
    let resolver = OnePageResolver(page: url("https://e.com/p"))
    let link = try await resolver.futureResolve(url("https://e.com/p"), for: .android).value
    #expect(link.targets.map(\.rawURL) == ["android://x"])
    let failure = await resolver.futureResolve(url("https://e.com/q"), for: .pad).result.failure
    #expect(failure as? URLError == URLError(.fileDoesNotExist))
  }
}

/// A resolver without pages and tags.
private struct OnePageResolver: AppLinkResolving {
  let page: URL

  func resolve(_ url: URL, for idiom: DeviceIdiom) async throws -> AppLink {
    guard url == page else { throw URLError(.fileDoesNotExist) }
    return link("\(idiom.rawValue)://x", source: url.absoluteString)
  }
}

/// A resolver that waits for its answer.
private struct WaitingResolver: AppLinkResolving {
  let asked: Promise<Void, Never>
  let answer: Future<AppLink, any Error>

  func resolve(_ url: URL, for idiom: DeviceIdiom) async throws -> AppLink {
    asked.succeed()
    return try await answer.value
  }
}
