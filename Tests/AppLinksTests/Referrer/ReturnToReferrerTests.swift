import AppLinks
import AppLinksTestSupport
import Foundation
import Testing

@Suite struct ReturnToReferrerTests {
  private let referrer = Referrer(rawURL: "fb:///?app_id=1", appName: "Facebook")

  private func link(_ name: String = "Facebook", id: Int = 1, url: String = "fb://") -> InboundLink
  {
    inbound(
      #"{"target_url":"https://e.com/\#(id)","referer_app_link":{"url":"\#(url)","app_name":"\#(name)"}}"#
    )
  }

  @Test func isHiddenAtFirst() {
    let banner = ReturnToReferrer()
    #expect(banner.state == .hidden)
    #expect(banner.text == "")
    #expect(banner.referrer == nil)
  }

  @Test func showsTheReferrerOfALink() {
    var banner = ReturnToReferrer()
    banner.show(link())
    #expect(banner.isVisible)
    #expect(banner.text == "Touch to return to Facebook")
    banner.show(InboundLink("x://"))
    #expect(banner.state == .hidden)
    #expect(banner.text == "")
  }

  @Test(arguments: [
    "javascript:alert(1)", "tel:112", "data:text/html,x", "file:///etc/passwd", "not a url",
    "relative", "", "fb://not a url",
  ])
  func showsNoReferrerThatMustNotBeOpened(_ url: String) {
    var banner = ReturnToReferrer()
    banner.show(Referrer(rawURL: url, appName: "App"))
    #expect(banner.state == .hidden)
    #expect(ReferrerSnippet(Referrer(rawURL: url, appName: "App")) == nil)
  }

  @Test(arguments: [" \u{202E}\n", "\u{200D}", "\u{FE0F}\u{200C}", "\u{2800}"])
  func showsNoReferrerWithoutAName(_ name: String) {
    var banner = ReturnToReferrer()
    banner.show(Referrer(rawURL: "fb://", appName: name))
    #expect(banner.state == .hidden)
  }

  @Test func followsItsPolicy() {
    var policy = SchemePolicy.standard
    policy.onlySchemes = ["other"]
    var banner = ReturnToReferrer(policy: policy)
    banner.show(referrer)
    #expect(!banner.isVisible)
  }

  @Test func leadsBackOnce() throws {
    var banner = ReturnToReferrer()
    banner.show(referrer)
    let taken = banner.takeBack()
    let back = try #require(taken)
    #expect(back == referrer.link)
    #expect(back.isBackToReferrer)
    #expect(banner.state == .hidden)
    #expect(banner.takeBack() == nil)
  }

  @Test func staysHiddenForALinkThatWasFollowedBack() {
    var banner = ReturnToReferrer()
    banner.show(link())
    _ = banner.takeBack()
    banner.show(link())
    #expect(banner.state == .hidden)
    banner.show(link(id: 2))
    #expect(banner.isVisible)
    _ = banner.takeBack()
    banner.reopen()
    banner.show(link(id: 2))
    #expect(banner.isVisible)
  }

  @Test func staysClosedUntilItIsReopened() {
    var banner = ReturnToReferrer()
    banner.show(referrer)
    banner.close()
    #expect(banner.state == .closed)
    #expect(banner.takeBack() == nil)
    banner.show(link("Other"))
    #expect(banner.state == .closed)
    #expect(banner.referrer == nil)
    banner.reopen()
    #expect(banner.state == .hidden)
    banner.show(link("Other"))
    #expect(banner.text == "Touch to return to Other")
  }

  @Test(arguments: [
    ("Zurück zu %@!", "Zurück zu App!"), ("%1$@へ戻る", "Appへ戻る"), ("Back to", "Back to App"),
    ("100% %@", "100% App"),
  ])
  func speaksOtherLanguages(_ format: String, _ expected: String) {
    var banner = ReturnToReferrer(wording: .init(format: format))
    banner.show(Referrer(rawURL: "a:", appName: "App"))
    #expect(banner.text == expected)
  }

  @Test func isolatesNamesFromRightToLeft() {
    var banner = ReturnToReferrer()
    banner.show(Referrer(rawURL: "a:", appName: "שלום"))
    #expect(banner.text == "Touch to return to \u{2068}שלום\u{2069}")
  }
}
