import AppLinks
import AppLinksTestSupport
import Foundation
import Testing

/// The results of Foundation's URLs for unusual text, which do not affect this module.
@Suite struct FoundationURLTests {
  @Test(arguments: [
    "fb:///?app_id=1", "bolts:///x", "soundcloud://users:2400001", "google.navigation:q=1,2",
    "kifi:/x",
    "nflx://www.netflix.com/login?locale=fr-FR", "vnd.youtube://", "bolts://", "a.b+c-d:x?y#z",
    "x://?a=%A0&b=%20&c=+", "x://h?q=a'b(c)*!;@:/?$,",
  ])
  func oddURLsPassUnchanged(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(InboundLink(url).input.text == text)
    let sent = try OutboundData(source: url, userAgent: "UA").url(for: url)
    #expect(InboundLink(sent).rawTarget == text)
    #expect(URLParts(sent).removing("al_applink_data").text == text)
  }

  @Test func emptyTextIsNoTarget() {
    #expect(inbound(#"{"target_url":""}"#).rawTarget == "")
    #expect(inbound(#"{"target_url":""}"#).target.scheme == "bolts")
    #expect(throws: OutboundLinkError.self) { try OutboundData(source: "x:").url(for: "") }
  }

  @Test func schemesWithUnderscoresKeepTheirText() throws {
    let plan = try NavigationPlan(for: link("applinks_v1://page/1", web: nil))
    let isURL = AppLinkTarget.apple(.init(rawURL: "applinks_v1://page/1")).url != nil
    #expect(plan.steps.count + plan.skipped.count == 2)
    #expect(plan.steps.isEmpty != isURL)
    #expect(
      try OutboundData(source: "x:").text(for: "applinks_v1://p").hasPrefix(
        "applinks_v1://p?al_applink"
      )
    )
  }
}
