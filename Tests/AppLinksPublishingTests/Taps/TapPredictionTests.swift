import AppLinks
import AppLinksPublishing
import Testing

@Suite struct TapPredictionTests {
  private let shop = "ABCDE12345.com.example.shop"
  private let url = "https://shop.example/socks/7"

  private func apple(_ rules: String) -> AppleAppSiteAssociation {
    AppleAppSiteAssociation(
      parsing: #"{"applinks":{"details":[{"appIDs":["\#(shop)"],"components":[\#(rules)]}]}}"#
    )
  }

  /// The outcomes on a platform, by situation and release.
  private func outcomes(_ host: LinkedHost, _ platform: AssociationAnswer.Platform) -> [String] {
    host.taps(on: url).filter { $0.platform == platform }.map { tap in
      tap.situation.rawValue + (tap.release.map { " \($0)" } ?? "") + ": \(tap.outcome.rawValue)"
    }
  }

  @Test func anAppOpensFromOtherAppsAndNotFromThePageItself() {
    let host = LinkedHost(host: "shop.example", appleFile: apple(#"{"/":"/socks/*"}"#))
    #expect(
      outcomes(host, .apple) == [
        "in-another-app: app", "on-the-same-site: browser", "in-the-address-bar: browser",
        "after-a-redirect: uncertain", "browser-chosen: browser", "not-installed: browser",
      ]
    )
    let tap = host.taps(on: url)[0]
    #expect(tap.apps == [shop])
    #expect(tap.rule?.subject == "details[0].components[0]")
  }

  @Test func anExclusionNamesItsRule() {
    let host = LinkedHost(
      host: "shop.example",
      appleFile: apple(#"{"/":"/socks/*","exclude":true},{"/":"*"}"#)
    )
    let taps = host.taps(on: url).filter { $0.platform == .apple }
    #expect(taps.map(\.outcome) == [.browser, .browser])
    #expect(taps[0].rule?.isExcluded == true)
    #expect(taps[0].reasons == ["a rule excludes it"])
  }

  @Test func dynamicRulesCountFromAndroid15On() {
    let file = links(statement(rules: #"{"/":"/buy/*"}"#))
    let host = LinkedHost(host: "shop.example", androidFile: file)
    #expect(
      outcomes(host, .android) == [
        "in-another-app 15: browser", "in-another-app 12: app", "in-another-app 6: app",
        "in-the-address-bar: browser", "browser-chosen: browser", "not-installed: browser",
      ]
    )
  }

  @Test func filesThatWereNotLoadedMayNameAnApp() {
    let include = #"{"include":"https://shop.example/a.json"}"#
    let file = links(include)
    let host = LinkedHost(host: "shop.example", androidFile: file)
    #expect(
      outcomes(host, .android).prefix(3) == [
        "in-another-app 15: uncertain", "in-another-app 12: uncertain",
        "in-another-app 6: uncertain",
      ]
    )
    // An app of the file itself opens the link, whatever the other file says.
    let both = LinkedHost(host: "shop.example", androidFile: links(include, statement()))
    #expect(outcomes(both, .android).first == "in-another-app 15: app")
    // A file that was requested and is not there names no app.
    var loaded = host
    loaded.includeFindings = []
    #expect(outcomes(loaded, .android).first == "in-another-app 15: browser")
  }

  @Test func whatIsUncertainHasAReason() {
    let host = LinkedHost(host: "shop.example", appleFile: apple(#"{"/":"/$(nothing)/*"}"#))
    let tap = host.taps(on: url)[0]
    #expect(tap.outcome == .uncertain)
    #expect(!tap.reasons.isEmpty && tap.apps == [shop])
  }

  @Test func severalAppsCanOpenALink() {
    let both = AppleAppSiteAssociation(
      entries: [.init(appIDs: [shop, "ABCDE12345.com.example.lite"], rules: [.init(path: "*")])]
    )
    let tap = LinkedHost(host: "shop.example", appleFile: both).taps(on: url)[0]
    #expect(tap.apps.count == 2)
    #expect(tap.reasons.count == 1)
  }

  /// Apple documents that the first match wins, wherever the app is named first.
  @Test func theFirstMatchInAFileWins() {
    let lite = "ABCDE12345.com.example.lite"
    let file = AppleAppSiteAssociation(
      entries: [
        .init(appIDs: [shop], rules: [.init(path: "/buy/*")]),
        .init(appIDs: [lite], rules: [.init(path: "/socks/*")]),
        .init(appIDs: [shop], rules: [.init(path: "*")]),
      ]
    )
    let tap = LinkedHost(host: "shop.example", appleFile: file).taps(on: url)[0]
    #expect(tap.apps == [lite, shop])
    #expect(tap.rule?.subject == "details[1].components[0]")
    let reason = tap.reasons.first ?? ""
    #expect(reason.contains("the first of them opens") && reason.contains("iOS 15"))
    let other = LinkedHost(host: "shop.example", appleFile: file)
      .taps(on: "https://shop.example/buy/7")[0]
    #expect(other.apps == [shop])
    #expect(other.reasons == [])
  }

  @Test func anAppClipMayOpenALinkWithoutAnApp() {
    let clip = "ABCDE12345.com.example.shop.Clip"
    var file = AppleAppSiteAssociation(appClips: [clip, " wrong"])
    var host = LinkedHost(host: "shop.example", appleFile: file)
    var tap = host.taps(on: url).last { $0.platform == .apple }
    #expect(tap?.situation == .notInstalled)
    #expect(tap?.outcome == .uncertain)
    #expect(tap?.apps == [clip])
    #expect(tap?.reasons.first?.contains("App Clip") == true)
    #expect(host.taps(on: "https://other.example/").allSatisfy { $0.outcome == .browser })
    file.appClips = [" wrong"]
    host.appleFile = file
    tap = host.taps(on: url).last { $0.platform == .apple }
    #expect(tap?.outcome == .browser)
  }

  @Test func theFileOfADomainAnswersForItsSubdomains() {
    var host = LinkedHost(
      host: "shop.example",
      appleFile: apple(#"{"/":"/socks/*"}"#),
      androidFile: links(statement())
    )
    let sub = "https://de.shop.example/socks/7"
    #expect(host.taps(on: sub).allSatisfy { $0.outcome == .browser })
    host.domain = "*.shop.example"
    for platform in [AssociationAnswer.Platform.apple, .android] {
      #expect(host.taps(on: sub).first { $0.platform == platform }?.outcome == .app)
      #expect(host.taps(on: url).first { $0.platform == platform }?.outcome == .browser)
    }
    #expect(host.taps(on: "https://myshop.example/socks/7").allSatisfy { $0.outcome == .browser })
  }

  @Test func aMissingFileIsTheReason() {
    let page = AssociationResponse(
      url: "https://shop.example/.well-known/assetlinks.json",
      status: 200,
      headers: ["Content-Type": "text/html"],
      body: Array("<!doctype html>".utf8)
    )
    let taps = LinkedHost(host: "shop.example", apple: nil, android: page).taps(on: url)
    #expect(taps.allSatisfy { $0.outcome == .browser })
    let reason = taps.first { $0.platform == .android }?.reasons.first ?? ""
    #expect(reason.contains("no usable 'assetlinks.json'") && reason.contains("text/html"))
  }

  @Test func aLinkToAnotherHostOpensNothing() {
    let host = LinkedHost(host: "other.example", appleFile: apple("{}"))
    #expect(host.taps(on: url)[0].outcome == .browser)
    #expect(host.taps(on: url)[0].reasons == ["its host is 'shop.example'"])
  }
}
