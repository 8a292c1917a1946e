import AppLinks
import AppLinksTestSupport
import Foundation
import JSONValues
import Testing

@Suite struct NavigationPlanTests {
  private func plan(_ link: AppLink, _ options: NavigationOptions = .init()) throws
    -> NavigationPlan
  {
    try NavigationPlan(for: link, extras: ["k": 1], options: options)
  }

  @Test func triesAppsInOrderThenTheWeb() throws {
    let plan = try plan(link("a://1", "b://2?x#f"))
    #expect(plan.steps.map(\.summary) == ["app a://1", "app b://2?x#f", "web https://e.com/"])
    #expect(plan.skipped.isEmpty)
    for step in plan.steps {
      let received = InboundLink(step.url)
      #expect(received.extras == ["k": 1])
      #expect(received.target.text == "https://e.com/")
      #expect(!step.needsConfirmation)
    }
    #expect(plan.steps[1].url.absoluteString.hasSuffix("#f"))
    #expect(plan.steps[0].target == plan.link.targets[0])
    #expect(plan.steps[2].target == nil)
  }

  @Test func addressesOfTheWebAreUniversalLinks() throws {
    let plan = try plan(link("https://app.e.com/x", web: nil))
    #expect(plan.steps.map(\.kind) == [.universalLink])
    #expect(plan.skipped.map(\.code) == [.noWebFallback])
  }

  @Test func skipsTargetsThatCannotBeOpened() throws {
    let plan = try plan(link(nil, "not a url", "javascript:alert(1)", "relative", "", "ok://"))
    #expect(plan.steps.map(\.summary) == ["app ok://", "web https://e.com/"])
    #expect(
      plan.skipped.map(\.code)
        == [.noURL, .notAURL, .refusedByPolicy, .refusedByPolicy, .notAURL]
    )
    #expect(plan.skipped.map(\.targetIndex) == [0, 1, 2, 3, 4])
    #expect(plan.skipped[0].message == "Target 0 (App) has no URL.")
  }

  @Test(arguments: [
    "https:evil.example", "https:/evil.example", "https:///evil.example", "http://",
  ])
  func aWebURLWithoutAHostIsNoStep(_ text: String) throws {
    let target = try plan(link(text, "a:"))
    #expect(target.steps.map(\.summary) == ["app a:", "web https://e.com/"])
    #expect(target.skipped.map(\.code) == [.notAURL])
    #expect(target.skipped.first?.message == "Target 0 (App): '\(text)' has no host.")
    let web = try plan(link(web: text, source: "https://source.e.com/"))
    #expect(web.steps.map(\.summary) == ["web https://source.e.com/"])
    #expect(try plan(link(web: text, source: text)).steps.isEmpty)
  }

  @Test func reasonsHaveNoSecretsInThem() throws {
    let plan = try plan(
      link("not a url?token=s3cret", "file:x?token=s3cret", web: "fb://x?token=s3cret")
    )
    #expect(plan.skipped.map(\.code) == [.notAURL, .refusedByPolicy, .refusedByPolicy])
    for reason in plan.skipped {
      #expect(!reason.message.contains("s3cret"))
      #expect(reason.message.contains("token=redacted"))
    }
    let error = #expect(throws: OutboundLinkError.self) {
      try OutboundData(source: "x:").url(for: "not a url?token=s3cret")
    }
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test func marksWhatNeedsAConfirmation() throws {
    #expect(try plan(link("tel:112", "a:")).steps.map(\.needsConfirmation) == [true, false, false])
  }

  @Test func theWebMayBeLeftAlone() throws {
    let plan = try plan(link("a:"), NavigationOptions(sendsDataToWeb: false))
    #expect(plan.steps.last?.url.absoluteString == "https://e.com/")
    #expect(plan.steps.first?.url.absoluteString != "a:")
  }

  @Test(arguments: ["javascript:alert(1)", "fb://x", "data:,x"])
  func aWebPageThatIsNoneGivesWayToTheSource(_ web: String) throws {
    let plan = try plan(link(web: web, source: "https://source.e.com/"))
    #expect(plan.steps.map(\.summary) == ["web https://source.e.com/"])
    #expect(plan.skipped.map(\.code) == [.refusedByPolicy])
    let other = try self.plan(link(web: web, source: "other:x"))
    #expect(other.steps.isEmpty)
  }

  @Test func guardsTheLength() throws {
    let plan = try NavigationPlan(
      for: link("a:", "b:"),
      extras: ["k": .string(String(repeating: "x", count: 500))],
      options: NavigationOptions(sendsDataToWeb: false, maximumLength: 400)
    )
    #expect(plan.steps.map(\.kind) == [.web])
    #expect(plan.skipped.map(\.code) == [.tooLong, .tooLong])
  }

  @Test func dataThatIsNoJSONIsAnError() {
    let error = #expect(throws: OutboundLinkError.self) {
      try NavigationPlan(for: link("a:"), extras: ["k": .double(.nan)])
    }
    #expect(error?.code == .dataNotEncodable)
  }

  @Test func theStoreIsAStepOnlyIfAsked() throws {
    let withWeb = link("a:", storeID: "123")
    let without = link("a:", web: nil, storeID: "123")
    func kinds(_ link: AppLink, _ store: NavigationOptions.AppStore) throws -> [NavigationStep.Kind]
    {
      try plan(link, NavigationOptions(appStore: store)).steps.map(\.kind)
    }
    #expect(try kinds(without, .never) == [.app])
    #expect(try kinds(withWeb, .insteadOfNothing) == [.app, .web])
    #expect(try kinds(without, .insteadOfNothing) == [.app, .store])
    #expect(try kinds(withWeb, .beforeWeb) == [.app, .store, .web])
    let step = try plan(without, NavigationOptions(appStore: .beforeWeb)).steps.last
    #expect(step?.url.absoluteString == "https://apps.apple.com/app/id123")
    #expect(step?.target == without.targets[0])
  }

  @Test(arguments: ["", "12a", "1/../x", "１２", "id1"])
  func storeNumbersAreOfDigits(_ id: String) throws {
    let plan = try plan(link("a:", web: nil, storeID: id), NavigationOptions(appStore: .beforeWeb))
    #expect(plan.steps.map(\.kind) == [.app])
  }

  @Test func androidGetsTheSourceAndNoData() throws {
    let android = AppLink(
      sourceURL: url("https://e.com/p"),
      targets: [
        .android(.init(packageName: "a.b")), .android(.init(rawURL: "x://1", packageName: "c.d")),
      ],
      webURL: url("https://e.com/p")
    )
    let plan = try plan(android)
    #expect(plan.steps.dropLast().map(\.url.absoluteString) == ["https://e.com/p", "x://1"])
    #expect(plan.steps.map(\.kind) == [.universalLink, .app, .web])
    #expect(plan.data.members["extras"] == ["k": 1])
  }

  @Test func theReferrerIsSentAlong() throws {
    let plan = try NavigationPlan(
      for: link("a:"),
      referrer: Referrer(rawURL: "me://back", appName: "Me")
    )
    #expect(InboundLink(plan.steps[0].url).referrer == Referrer(rawURL: "me://back", appName: "Me"))
  }
}
