import AppLinks
import AppLinksTestSupport
import Foundation
import JSONValues
import TestSupport
import Testing

@Suite struct OutboundDataTests {
  @Test func theReferrerCountsBeforeTheData() {
    let data = OutboundData(
      source: "https://e.com/",
      data: ["referer_app_link": ["url": "a:", "app_name": "A", "package": "a.b"]],
      referrer: Referrer(rawURL: "me:", appName: "Me", data: ["app_store_id": "1"])
    )
    #expect(
      data.members["referer_app_link"] == ["url": "me:", "app_name": "Me", "app_store_id": "1"]
    )
  }

  @Test func namesItselfUnlessTheDataDoes() {
    #expect(OutboundData(source: "x:").members["user_agent"] == "Tenon App Links")
    #expect(OutboundData(source: "x:", data: ["user_agent": nil]).members["user_agent"] == .null)
  }

  @Test func extrasThatAreNoObjectGiveWay() {
    let data = OutboundData(source: "x:", data: ["extras": "text"], extras: ["a": 1])
    #expect(data.members["extras"] == ["a": 1])
  }

  @Test func guardsTheLength() throws {
    let data = OutboundData(
      source: "https://e.com/",
      extras: ["a": .string(String(repeating: "x", count: 100))]
    )
    let length = try data.text(for: "x:").utf8.count
    #expect(try data.text(for: "x:", maximumLength: length).utf8.count == length)
    let error = #expect(throws: OutboundLinkError.self) {
      try data.text(for: "x:", maximumLength: length - 1)
    }
    #expect(error?.code == .tooLong)
    #expect(error?.description.contains("\(length) bytes") == true)
    let huge = OutboundData(
      source: "x:",
      extras: ["a": .string(String(repeating: "x", count: 40_000))]
    )
    #expect(throws: OutboundLinkError.self) { try huge.text(for: "x:") }
  }

  @Test func refusesWhatIsNotJSON() {
    for number in [Double.nan, .infinity] {
      let data = OutboundData(source: "x:", extras: ["a": ["b": .double(number)]])
      let error = #expect(throws: OutboundLinkError.self) { try data.url(for: "x:") }
      #expect(error?.code == .dataNotEncodable)
      #expect(error?.description.contains("$.extras.a.b") == true)
    }
  }

  @Test(arguments: ["", "a b", "x://\"", "x://%zz", "{}"])
  func refusesTargetsThatAreNoURLs(_ target: String) {
    let error = #expect(throws: OutboundLinkError.self) {
      try OutboundData(source: "x:").url(for: target)
    }
    #expect(error?.code == .notAURL)
  }

  @Test(arguments: 0..<20)
  func whatIsSentIsReceived(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      let extras = randomObject(&random)
      var more = randomObject(&random)
      more["extras"] = nil
      more["version"] = nil
      let source = randomURL(&random)
      let target = randomURL(&random)
      let data = OutboundData(source: source, data: more, extras: extras)
      let text = try data.text(for: target.isEmpty ? "x:" : target, maximumLength: .max)

      let link = InboundLink(text)
      #expect(link.isAppLink)
      #expect(link.data == data.members)
      #expect(link.extras == extras)
      #expect(link.rawTarget == source)
      #expect(link.recoveries.isEmpty)
      for (name, value) in more where data.members[name] == value {
        #expect(link.data?[name] == value)
      }
      #expect(try data.text(for: text, maximumLength: .max) == text)
    }
  }
}
