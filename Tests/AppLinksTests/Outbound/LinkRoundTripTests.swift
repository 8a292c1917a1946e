import AppLinks
import AppLinksTestSupport
import Foundation
import JSONValues
import TestSupport
import Testing

/// Links that one app sends and another one receives, with URLs and data of all kinds.
@Suite struct LinkRoundTripTests {
  private static let parameter = "al_applink_data"

  @Test(arguments: 0..<10)
  func nothingElseOfTheURLChanges(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let target = URLParts("x" + randomURL(&random))
      let data = OutboundData(source: randomURL(&random), extras: randomObject(&random))
      let sent = URLParts(try data.text(for: target.text, maximumLength: .max))

      #expect(sent.scheme == target.scheme)
      #expect(sent.authority == target.authority)
      #expect(sent.path == target.path)
      #expect(sent.fragment == target.fragment)
      let items = target.queryItems.filter { $0.name != Self.parameter }
      #expect(sent.queryItems.last?.name == Self.parameter)
      // A query that ends with `&` has an empty item, which the data replaces.
      let isOpen = items.last?.rawText == "" && target.queryItems.last?.name == ""
      #expect(
        sent.queryItems.dropLast() == (isOpen ? items.dropLast() : items[...]),
        "\(target.text)"
      )
    }
  }

  @Test(arguments: 0..<10)
  func plansCarryTheData(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var steps = 0
    for _ in 0..<60 {
      let targets = (0..<3).map { _ in
        AppLinkTarget.apple(.init(rawURL: "shop:" + randomURL(&random)))
      }
      let source = URL(string: "https://e.com/" + String(steps)) ?? url("https://e.com/")
      let link = AppLink(sourceURL: source, targets: targets, webURL: source)
      let extras = randomObject(&random)
      let referrer = Referrer(
        rawURL: randomURL(&random),
        appName: randomURL(&random),
        data: randomObject(&random)
      )
      let options = NavigationOptions(maximumLength: .max)
      let plan = try NavigationPlan(for: link, extras: extras, referrer: referrer, options: options)

      #expect(plan.steps.count + plan.skipped.count == 4)
      for step in plan.steps {
        steps += 1
        let received = InboundLink(step.url)
        #expect(received.isAppLink)
        #expect(received.target.text == source.absoluteString)
        #expect(received.extras == extras)
        #expect(received.referrer == referrer)
        #expect(received.data == plan.data.members)
        #expect(received.diagnostics.isEmpty)
      }
    }
    #expect(steps > 100)
  }

  @Test(arguments: 0..<10)
  func theReferrerLeadsBack(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for number in 0..<30 {
      let referrer = Referrer(
        rawURL: "me://\(number)?a=%26&b",
        appName: "Me",
        data: randomObject(&random)
      )
      let there = InboundLink(
        try OutboundData(source: "https://e.com/", referrer: referrer).text(for: "you:")
      )
      let link = try #require(there.referrer?.link)
      let plan = try NavigationPlan(for: link)
      let back = InboundLink(try #require(plan.steps.first).url)
      #expect(plan.steps.count == 1)
      #expect(back.isAppLink)
      #expect(back.target.text == referrer.rawURL)
      #expect(back.referrer == nil)
    }
  }
}
