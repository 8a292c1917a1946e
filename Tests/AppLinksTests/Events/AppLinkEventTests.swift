import AppLinks
import AppLinksTestSupport
import Foundation
import Futures
import JSONValues
import TestSupport
import Testing

/// The names and arguments of events, which are those of Bolts.
@Suite struct AppLinkEventTests {
  private let log = Log<AppLinkEvent>()

  private func events(_ redaction: AppLinkRedaction = .none) -> AppLinkEvents {
    let events = AppLinkEvents(redaction: redaction)
    events.observe { [log] in log.add($0) }
    return events
  }

  private let received =
    "bolts://h?al_applink_data="
    + escaped(
      #"{"target_url":"https://e.com/","version":"1.0","referer_app_link":{"url":"fb://","app_name":"F"}}"#
    )

  @Test func openingReportsParseThenIn() {
    let events = events()
    let link = AppLinkReceiver(events: events).open(url(received), sourceApplication: "com.x")
    #expect(link.isAppLink)
    #expect(log.all.map(\.name) == [.linkParse, .navigateIn])
    #expect(log.all.map(\.name.rawValue) == ["al_link_parse", "al_nav_in"])
    for event in log.all {
      #expect(
        event.arguments == [
          "version": "1.0", "refererURL": "fb://", "refererAppName": "F",
          "sourceApplication": "com.x",
          "targetURL": "https://e.com/", "inputURL": received, "inputURLScheme": "bolts",
          "forRenderBackToReferrerBar": "0", "forOpenUrl": "1",
        ]
      )
    }
  }

  /// In notations that this module does not write: spaces, escaped slashes and another order of
  /// members.
  @Test func withoutASecretAURLIsReportedAsItIs() async throws {
    let data = escaped(#"{ "version": "1.0", "target_url": "https:\/\/e.com\/?a=b" }"#)
    let text = "bolts://h?b&al_applink_data=\(data)&c#d"
    _ = AppLinkReceiver(events: events(.standard)).open(url(text))
    #expect(log.all.map { $0.arguments["inputURL"] } == [text, text])
    #expect(
      log.all.map { $0.arguments["targetURL"] } == Array(repeating: "https://e.com/?a=b", count: 2)
    )

    let opener = RecordingOpener(opens: { _ in true })
    let navigator = AppLinkNavigator(opener: opener, events: events(.standard))
    let member: JSONValue = ["url": "a://?b=c%20d&e", "names": ["é", 1.0]]
    try await navigator.navigate(link("shop://7?a=%2f#top"), data: ["campaign": member])
    #expect(opener.opened.all.count == 1)
    #expect(log.all.last?.arguments["outputURL"] == opener.opened.all.first?.url.absoluteString)
  }

  @Test func parsingReportsParseOnly() {
    let receiver = AppLinkReceiver(events: events())
    _ = receiver.parse(url("bolts://?al_applink_data=%7B%22target_url%22%3A%22x%3Ay%22%7D"))
    _ = receiver.parse(url(received), isForBanner: true)
    #expect(log.all.map(\.name) == [.linkParse, .linkParse])
    #expect(log.all.map { $0.arguments["forOpenUrl"] } == ["0", "0"])
    #expect(log.all.map { $0.arguments["forRenderBackToReferrerBar"] } == ["0", "1"])
    #expect(log.all[0].arguments["refererURL"] == nil)
    #expect(log.all[0].arguments["sourceApplication"] == nil)
  }

  @Test(arguments: [
    "https://e.com/?a=b", "x://?al_applink_data=%5B%5D",
    "x://?al_applink_data=%7B%22version%22%3A2%7D",
  ])
  func otherURLsAreNotReported(_ text: String) {
    let receiver = AppLinkReceiver(events: events())
    _ = receiver.open(url(text))
    _ = receiver.parse(url(text))
    #expect(log.all.isEmpty)
  }

  @Test func navigatingReportsOut() async throws {
    let navigator = AppLinkNavigator(opener: SimulatedOpener(schemes: ["b"]), events: events())
    let outcome = try await navigator.navigate(link("b://x", source: "https://u@e.com:8080/p?q"))
    let opened = try #require(outcome.openedURL)
    #expect(log.all.map(\.name.rawValue) == ["al_nav_out"])
    #expect(
      log.all.first?.arguments == [
        "outputURL": opened.absoluteString, "outputURLScheme": "b",
        "sourceURL": "https://u@e.com:8080/p?q",
        "sourceScheme": "https", "sourceHost": "e.com", "sourceURLHost": "e.com", "success": "1",
        "type": "app", "version": "1.0",
      ]
    )
  }

  @Test func failuresAreReportedToo() async throws {
    let navigator = AppLinkNavigator(opener: SimulatedOpener(hasBrowser: false), events: events())
    _ = try await navigator.navigate(link("b://x"))
    let event = try #require(log.all.first)
    #expect(log.count == 1)
    #expect(event.arguments["success"] == "0")
    #expect(event.arguments["type"] == "fail")
    #expect(event.arguments["outputURL"] == nil)
    #expect(event.arguments["error"] == nil)
  }

  @Test func dataThatCannotBeWrittenIsReportedBeforeItIsThrown() async {
    let opener = RecordingOpener(opens: { _ in true })
    let navigator = AppLinkNavigator(opener: opener, events: events())
    await #expect(throws: OutboundLinkError.self) {
      try await navigator.navigate(link("b://x"), extras: ["x": .double(.infinity)])
    }
    #expect(opener.opened.all.isEmpty)
    #expect(log.all.map(\.name) == [.navigateOut])
    #expect(log.all.first?.arguments["success"] == "0")
    #expect(log.all.first?.arguments["error"]?.contains("$.extras.x") == true)
  }

  @Test func goingBackHasAnEventOfItsOwn() async throws {
    var banner = ReturnToReferrer()
    banner.show(InboundLink(received))
    let taken = banner.takeBack()
    let back = try #require(taken)
    let opener = RecordingOpener(opens: { _ in true })
    _ = try await AppLinkNavigator(opener: opener, events: events()).navigate(back)
    #expect(log.all.map(\.name.rawValue) == ["al_ref_back_out"])
    #expect(log.all.first?.arguments["sourceURL"] == "fb://")
    #expect(opener.opened.all.map { InboundLink($0.url).target.text } == ["fb://"])
  }

  @Test func theStoreHasATypeOfItsOwn() async throws {
    let navigator = AppLinkNavigator(
      opener: SimulatedOpener(),
      options: NavigationOptions(appStore: .beforeWeb),
      events: events()
    )
    _ = try await navigator.navigate(link("b:", storeID: "7"))
    #expect(log.all.first?.arguments["type"] == "store")
    #expect(log.all.first?.arguments["outputURL"] == "https://apps.apple.com/app/id7")
  }

  @Test func secretsDoNotGetOut() async throws {
    let events = events(.standard)
    let secret =
      "bolts://h?token=S1&al_applink_data="
      + escaped(
        #"{"target_url":"https://e.com/?sig=S2","extras":{"x":["S3"]},"fb_access_token":"S4"}"#
      )
    _ = AppLinkReceiver(events: events).open(url(secret))
    let navigator = AppLinkNavigator(opener: SimulatedOpener(schemes: ["b"]), events: events)
    _ = try await navigator.navigate(
      link("b:?code=S5", source: "https://u:S6@e.com/"),
      extras: ["t": "S7"]
    )
    #expect(log.count == 3)
    for value in log.all.flatMap(\.arguments.values) {
      for number in 1...7 { #expect(!value.contains("S\(number)"), "\(value)") }
    }
    #expect(
      log.all.last?.arguments["outputURL"]?.hasPrefix("b:?code=redacted&al_applink_data=%7B")
        == true
    )
  }
}
