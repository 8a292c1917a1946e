import AppLinks
import AppLinksTestSupport
import Foundation
import Futures
import FuturesTesting
import JSONValues
import TestSupport
import Testing

@Suite struct AppLinkNavigatorTests {
  @Test func opensTheFirstAppThatIsThere() async throws {
    let link = link("a://", "b://", "c://")
    let opener = RecordingOpener(opens: { $0.url.scheme == "b" })
    let outcome = try await AppLinkNavigator(opener: opener).navigate(link)
    #expect(outcome.kind == .app)
    #expect(opener.opened.all.map(\.summary) == ["app a://", "app b://"])
    #expect(outcome == .app(target: link.targets[1], url: opener.opened.all[1].url))
    #expect(outcome.isSuccess)
  }

  @Test func opensTheWebIfNoAppIsThere() async throws {
    let opener = RecordingOpener(opens: { $0.kind == .web })
    let outcome = try await AppLinkNavigator(opener: opener).navigate(link("a://"))
    #expect(opener.opened.all.map(\.summary) == ["app a://", "web https://e.com/"])
    #expect(outcome == .web(url: opener.opened.all[1].url))
    #expect(outcome.openedURL == opener.opened.all[1].url)
  }

  @Test func opensTheStore() async throws {
    let link = link("a://", web: nil, storeID: "1")
    let opener = RecordingOpener(opens: { $0.kind == .store })
    let options = NavigationOptions(appStore: .insteadOfNothing)
    let outcome = try await AppLinkNavigator(opener: opener, options: options).navigate(link)
    #expect(outcome == .store(target: link.targets[0], url: url("https://apps.apple.com/app/id1")))
  }

  @Test func tellsWhyNothingWasOpened() async throws {
    let navigator = AppLinkNavigator(opener: RecordingOpener())
    let outcome = try await navigator.navigate(link(nil, "a://x?token=secret", web: nil))
    guard case .failed(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons.map(\.code) == [.noURL, .noWebFallback, .notOpened])
    #expect(reasons.last?.targetIndex == 1)
    #expect(reasons.last?.message == "The system did not open 'a://x?token=redacted'.")
    #expect(!outcome.isSuccess)
    #expect(outcome.openedURL == nil)
  }

  @Test func tellsTargetsApartThatAreTheSame() async throws {
    let navigator = AppLinkNavigator(opener: RecordingOpener())
    let outcome = try await navigator.navigate(link("a://x", "a://x", "a://y"))
    guard case .failed(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons.map(\.targetIndex) == [0, 1, 2, nil])
  }

  @Test func anAddressOfTheWebIsAnAppOnlyIfAnAppOpens() async throws {
    let opener = SimulatedOpener(universalLinkHosts: ["App.e.com"])
    let navigator = AppLinkNavigator(opener: opener)
    #expect(try await navigator.navigate(link("https://app.e.com/x")).kind == .app)
    #expect(try await navigator.navigate(link("https://other.e.com/x")).kind == .web)
  }

  @Test func asksBeforeItOpensWhatHasEffects() async throws {
    let asked = Log<String>()
    func navigate(_ answer: Bool) async throws -> NavigationOutcome {
      let navigator = AppLinkNavigator(
        opener: RecordingOpener(opens: { _ in true }),
        confirm: { step in
          asked.add(step.summary)
          return answer
        }
      )
      return try await navigator.navigate(link("tel:112"))
    }
    #expect(try await navigate(true).kind == .app)
    #expect(try await navigate(false).kind == .web)
    #expect(asked.all == ["app tel:112", "app tel:112"])
    let opener = RecordingOpener(opens: { _ in true })
    let silent = try await AppLinkNavigator(opener: opener).navigate(link("tel:112", web: nil))
    #expect(!silent.isSuccess)
    #expect(opener.opened.all.isEmpty)
  }

  @Test func beginsNoStepOnceCancelled() async throws {
    let opener = RecordingOpener(opens: { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return false
    })
    let task = Task { try await AppLinkNavigator(opener: opener).navigate(link("a:", "b:")) }
    let outcome = try await task.value
    #expect(opener.opened.count == 1)
    guard case .failed(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons.map(\.code) == [.notOpened, .cancelled])
  }

  @Test func saysWhichStepsWereNotConfirmed() async throws {
    let opener = RecordingOpener(opens: { _ in true })
    let navigator = AppLinkNavigator(opener: opener) { _ in false }
    let outcome = try await navigator.navigate(link("tel:112", web: nil))
    #expect(opener.opened.count == 0)
    guard case .failed(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    let reason = reasons.first { $0.code == .notConfirmed }
    #expect(reason?.targetIndex == 0)
    #expect(reason?.message == "Opening 'tel:112' was not confirmed.")
  }

  @Test func opensNothingThatIsConfirmedTooLate() async throws {
    let opener = RecordingOpener(opens: { _ in true })
    let navigator = AppLinkNavigator(opener: opener) { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return true
    }
    let task = Task { try await navigator.navigate(link("tel:112", "b:")) }
    let outcome = try await task.value
    #expect(opener.opened.count == 0)
    guard case .failed(let reasons) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(reasons.map(\.code) == [.cancelled])
  }

  @Test func asksForNoConfirmationOnceCancelled() async throws {
    let opener = RecordingOpener(opens: { _ in true })
    let navigator = AppLinkNavigator(opener: opener) { step in
      Issue.record("asked for \(step.summary)")
      return true
    }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await navigator.navigate(link("tel:112"))
    }
    guard case .failed(let reasons) = try await task.value else {
      Issue.record("opened \(opener.opened.all)")
      return
    }
    #expect(reasons.map(\.code) == [.cancelled])
  }

  @Test func aCancelledFutureSettlesAtOnce() async throws {
    let source = CancellationSource()
    let started = Promise<Void, Never>()
    let opener = RecordingOpener(opens: { _ in
      started.succeed(())
      try? await Task.sleep(for: .seconds(600))
      return false
    })
    let future = Future(cancellation: source.token) {
      try await AppLinkNavigator(opener: opener).navigate(link("a:", "b:"))
    }
    await started.future.value
    source.cancel()
    await #expect(throws: CancellationError.self) { try await future.value }
    #expect(opener.opened.count == 1)
  }
}

@Suite struct NavigationOutcomeTests {
  @Test func kindsHaveTheNumbersAndCodesOfBolts() {
    #expect([0, 1, 2].map { NavigationOutcome.Kind(rawValue: $0) } == [.failed, .web, .app])
    #expect(NavigationOutcome.Kind.allCases.map(\.code) == ["fail", "web", "app", "store"])
    for kind in NavigationOutcome.Kind.allCases {
      #expect(NavigationOutcome.Kind(code: kind.code) == kind)
    }
    #expect(NavigationOutcome.Kind(code: "failed") == .failed)
    #expect(NavigationOutcome.Kind(code: "App") == nil)
  }
}
