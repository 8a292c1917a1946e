import AppLinks
import AppLinksTestSupport
import Foundation
import JSONValues
import Testing

@Suite struct InboundLinkTests {
  private func codes(_ link: InboundLink) -> [String] { link.diagnostics.map(\.code.rawValue) }

  @Test(arguments: [
    (#""1""#, true), (#""1.0""#, true), (#""1.7""#, true), (#""1.0.1""#, true), ("1", true),
    ("1.0", true),
    ("1.5", true), (#""2.0""#, false), ("2.0", false), ("2.5", false), (#""""#, false),
    (#""1.""#, false), (#""1.x""#, false),
    (#""10""#, false), (#"" 1.0""#, false), ("2", false), ("0", false), ("0.9", false),
    ("null", false),
    ("true", false), ("[1]", false), ("{}", false), ("1e+300", false),
  ])
  func acceptsVersionsOne(_ version: String, _ isAccepted: Bool) {
    let link = inbound(#"{"target_url":"https://e.com/","version":\#(version)}"#)
    #expect(link.status == (isAccepted ? .appLink : .unsupportedVersion))
    #expect(link.rawData?["target_url"] == "https://e.com/")
    #expect((link.data == nil) == !isAccepted)
    #expect(link.target.text == (isAccepted ? "https://e.com/" : link.input.text))
    #expect(codes(link) == (isAccepted ? [] : ["unsupported-version"]))
    #expect(link.version == version.replacing("\"", with: ""))
  }

  @Test func theVersionIsOneIfTheLinkDoesNotSay() {
    #expect(inbound(#"{"target_url":"https://e.com/"}"#).version == "1.0")
    #expect(InboundLink("x://").version == nil)
  }

  @Test(
    arguments: [
      (#""a b""#, "a b", "unparsable-target-url"), (#""""#, "", "unparsable-target-url"),
      ("null", nil, "missing-target-url"), ("7", nil, "missing-target-url"),
      (#"["https://e.com"]"#, nil, "missing-target-url"),
    ] as [(String, String?, String)]
  )
  func fallsBackToTheReceivedURL(_ target: String, _ raw: String?, _ code: String) {
    let link = inbound(#"{"target_url":\#(target),"extras":{"a":1}}"#)
    #expect(link.isAppLink)
    #expect(link.target == link.input)
    #expect(link.rawTarget == raw)
    #expect(link.extras == ["a": 1])
    #expect(codes(link) == [code])
  }

  @Test func exposesTargetsThatAreNotOfTheWeb() {
    let link = inbound(#"{"target_url":"javascript:alert(1)"}"#)
    #expect(link.target.text == "javascript:alert(1)")
    #expect(!link.target.isWeb)
  }

  @Test(arguments: [
    "\"x\"", "[]", "7", "{}", #"{"url":"fb://"}"#, #"{"app_name":"F"}"#,
    #"{"url":1,"app_name":"F"}"#,
    #"{"url":"fb://","app_name":["F"]}"#, #"{"url":null,"app_name":null}"#,
  ])
  func ignoresReferrersOfAnotherShape(_ referrer: String) {
    let link = inbound(#"{"target_url":"https://e.com/","referer_app_link":\#(referrer)}"#)
    #expect(link.isAppLink)
    #expect(link.referrer == nil)
    #expect(codes(link) == ["incomplete-referrer"])
  }

  @Test func takesTheReferrerWithAllThatIsKnown() throws {
    let link = inbound(
      #"{"target_url":"https://e.com/","referer_app_link":{"url":"fb:///?app_id=1","app_name":"Facebook","#
        + #""target_url":"https://fb.com/","app_store_id":"284882215","more":[1]}}"#
    )
    let referrer = try #require(link.referrer)
    #expect(referrer.url?.absoluteString == "fb:///?app_id=1")
    #expect(referrer.targetURL?.absoluteString == "https://fb.com/")
    #expect(referrer.data["more"] == [1])
    let back = try #require(referrer.link)
    #expect(back.isBackToReferrer)
    #expect(back.webURL == nil)
    #expect(back.sourceURL == referrer.url)
    #expect(
      back.targets == [
        .apple(.init(rawURL: "fb:///?app_id=1", appStoreID: "284882215", appName: "Facebook"))
      ]
    )
    #expect(link.diagnostics.isEmpty)
  }

  @Test func keepsWhatItDoesNotKnow() {
    let link = inbound(
      #"{"target_url":"https://e.com/","user_agent":"U","a":"b","n":12345678901234567890,"extras":{"x":[true]}}"#
    )
    #expect(link.data?["a"] == "b")
    #expect(link.data?["n"] == 12345678901234567890.0)
    #expect(link.extras == ["x": [true]])
    #expect(link.userAgent == "U")
  }

  @Test(arguments: ["\"x\"", "[1]", "true"])
  func extrasOfAnotherShapeAreOnlyInTheData(_ extras: String) throws {
    let link = inbound(#"{"target_url":"https://e.com/","extras":\#(extras)}"#)
    #expect(link.extras == nil)
    #expect(link.data?["extras"] == (try JSONValue(parsing: extras)))
    #expect(codes(link) == ["extras-not-object"])
  }

  @Test(arguments: [
    (#""1,2""#, ["1,2"]), (#"["1",2]"#, ["1", "2"]), ("12", ["12"]), (#""""#, []), ("null", []),
    ("{}", []),
  ])
  func readsCampaignsInEachForm(_ value: String, _ expected: [String]) {
    #expect(inbound(#"{"target_url":"x:","campaign_ids":\#(value)}"#).campaignIDs == expected)
  }

  @Test(arguments: [
    ("true", true), ("1", true), (#""true""#, true), (#""1""#, true), ("false", false),
    ("0", false),
    (#""no""#, false), ("null", false), ("[]", false),
  ])
  func tellsLinksMadeByMachines(_ value: String, _ expected: Bool) {
    #expect(inbound(#"{"target_url":"x:","is_auto_applink":\#(value)}"#).isAutoAppLink == expected)
    #expect(!InboundLink("x://?is_auto_applink=1").isAutoAppLink)
  }

  @Test func complainsAboutBadDataWithThePlace() {
    let link = InboundLink("x://?al_applink_data=%7B%22a%22%3A01%7D")
    #expect(link.diagnostics.map(\.code) == [.dataNotJSON])
    #expect(link.diagnostics.first?.message.contains("line 1, column 7") == true)
    #expect(InboundLink("x://?al_applink_data=7").diagnostics.map(\.code) == [.dataNotObject])
    #expect(InboundLink("x://?al_applink_data=7").rawData == 7)
  }

  @Test func refusesDataThatIsTooDeep() {
    let deep = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    let link = inbound(#"{"target_url":"https://e.com/","x":\#(deep)}"#)
    #expect(!link.isAppLink)
    #expect(codes(link) == ["data-not-json"])
  }

  @Test func takesFoundationsURLs() throws {
    let url = try #require(
      URL(string: "bolts://x?al_applink_data=%7B%22target_url%22%3A%22x%3Ay%22%7D")
    )
    let link = InboundLink(url)
    #expect(link.inputURL == url)
    #expect(link.targetURL?.absoluteString == "x:y")
    #expect(link.input.queryDictionary == ["al_applink_data": #"{"target_url":"x:y"}"#])
    #expect(link.target.queryDictionary == [:])
  }
}
