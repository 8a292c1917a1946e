import AppLinks
import AppLinksTestSupport
import Foundation
import JSONValues
import TestSupport
import Testing

@Suite struct NavigationPreviewTests {
  private func preview(
    _ link: AppLink,
    _ answer: @escaping @Sendable (NavigationStep) -> Openability
  ) async throws -> NavigationPreview {
    let opener = RecordingOpener(canOpen: answer)
    let events = AppLinkEvents()
    events.observe { Issue.record("\($0)") }
    let preview = try await AppLinkNavigator(opener: opener, events: events).preview(link)
    #expect(opener.opened.all.isEmpty)
    return preview
  }

  @Test func tellsTheFirstThatWouldOpen() async throws {
    let preview = try await preview(link("a:", "b:", "c:")) { $0.url.scheme == "b" ? .yes : .no }
    #expect(preview.checks.map(\.answer) == [.no, .yes])
    #expect(preview.expectation == .opens(step: preview.plan.steps[1]))
    #expect(preview.kind == .app)
  }

  @Test func thePlanIsThatOfTheNavigation() async throws {
    let options = NavigationOptions(appStore: .insteadOfNothing, userAgent: "Shop")
    let navigator = AppLinkNavigator(opener: SimulatedOpener(), options: options)
    let link = link("a:", web: nil, storeID: "1")
    let referrer = Referrer(rawURL: "r:", appName: "R")
    let preview = try await navigator.preview(
      link,
      extras: ["k": 1],
      data: ["d": 2],
      referrer: referrer
    )
    let plan = try NavigationPlan(
      for: link,
      extras: ["k": 1],
      data: ["d": 2],
      referrer: referrer,
      options: options
    )
    #expect(preview.plan == plan)
    #expect(preview.kind == .store)
  }

  @Test func tellsThatItDoesNotKnow() async throws {
    let preview = try await preview(link("a:", "b:")) { $0.url.scheme == "b" ? .yes : .unknown }
    #expect(preview.expectation == .unknown(step: preview.plan.steps[0]))
    #expect(preview.kind == nil)
  }

  @Test func tellsThatNothingWouldOpen() async throws {
    let preview = try await preview(link("a:", web: nil)) { _ in .no }
    #expect(preview.expectation == .nothing)
    #expect(preview.kind == .failed)
  }

  @Test func theWebIsExpectedWithoutApps() async throws {
    let preview = try await preview(link("a:")) { $0.kind == .web ? .yes : .no }
    #expect(preview.kind == .web)
  }

  @Test func nobodyKnowsWhatTheUserWillConfirm() async throws {
    let preview = try await preview(link("tel:1")) { _ in .yes }
    #expect(preview.checks.map(\.answer) == [.unknown, .yes])
    #expect(preview.kind == nil)
  }
}

@Suite struct SimulatedOpenerTests {
  private func step(_ kind: NavigationStep.Kind, _ text: String, package: String? = nil)
    -> NavigationStep
  {
    let target = package.map { AppLinkTarget.android(.init(packageName: $0)) }
    return NavigationStep(kind: kind, url: url(text), target: target)
  }

  @Test func opensWhatIsInstalled() async {
    let opener = SimulatedOpener(
      schemes: ["FB"],
      universalLinkHosts: ["E.com"],
      packages: ["a.b"],
      hasBrowser: false
    )
    #expect(await opener.canOpen(step(.app, "fb://x")) == .yes)
    #expect(await opener.open(step(.app, "Fb://x")))
    #expect(await !opener.open(step(.app, "fbx://x")))
    #expect(await opener.open(step(.universalLink, "https://e.com/p")))
    #expect(await !opener.open(step(.universalLink, "https://x.e.com/p")))
    #expect(await opener.open(step(.app, "x:", package: "a.b")))
    #expect(await !opener.open(step(.app, "fb:", package: "a.c")))
    #expect(await opener.canOpen(step(.web, "https://e.com")) == .no)
    #expect(await SimulatedOpener().open(step(.store, "https://e.com")))
  }

  @Test func recordsWhatItWasAskedToOpen() async throws {
    let opener = SimulatedOpener(schemes: ["b"])
    let navigator = AppLinkNavigator(opener: opener)
    #expect(opener.opened.isEmpty)
    _ = try await navigator.preview(link("a://", "b://"))
    #expect(opener.opened.isEmpty)
    _ = try await navigator.navigate(link("a://", "b://"))
    #expect(opener.opened.map(\.summary) == ["app a://", "app b://"])
  }

  @Test func copiesShareTheRecord() async {
    let opener = SimulatedOpener()
    let copy = opener
    _ = await copy.open(step(.web, "https://e.com"))
    #expect(opener.opened.map(\.kind) == [.web])
    #expect(SimulatedOpener().opened.isEmpty)
  }
}
