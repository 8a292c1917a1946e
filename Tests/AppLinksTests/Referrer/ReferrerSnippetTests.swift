import AppLinks
import AppLinksTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct ReferrerSnippetTests {
  private func html(
    _ url: String,
    _ name: String,
    _ wording: ReturnToReferrer.Wording = .init()
  ) throws -> String {
    var snippet = try #require(
      ReferrerSnippet(Referrer(rawURL: url, appName: name), wording: wording)
    )
    snippet.includesStyle = false
    return snippet.html
  }

  @Test func isALinkAndAButton() throws {
    let text = try html("fb:///?app_id=1", "Facebook")
    let json =
      #"{"extras":{},"target_url":"fb:///?app_id=1","user_agent":"Tenon App Links","version":"1.0"}"#
    #expect(
      text == #"<dialog open class="applink-back" aria-label="Touch to return to Facebook"><div>"#
        + #"<a class="applink-back-link" rel="nofollow noopener" href="fb:///?app_id=1&amp;al_applink_data="#
        + escaped(json) + #"">Touch to return to <bdi>Facebook</bdi></a>"#
        + #"<form method="dialog"><button class="applink-back-close" aria-label="Close">"#
        + #"<span aria-hidden="true">&#215;</span></button></form></div></dialog>"#
    )
  }

  @Test(arguments: [
    "\"><script>alert(1)</script>", "' onclick='x", "<img src=x onerror=y>", "&lt;b&gt;",
    "</a></dialog>",
    "--><!--", "]]>", "{{x}}",
  ])
  func nothingBreaksOut(_ text: String) throws {
    let snippet = try html(
      "fb://x?a=1&b=%22%3E'",
      text,
      .init(format: text + "%@", close: text, language: text)
    )
    let document = try XMLDocument(xmlString: snippet.replacing(" open ", with: " open=\"\" "))
    let root = try #require(document.rootElement())
    #expect(root.attribute(forName: "lang")?.stringValue == text)
    #expect(root.attribute(forName: "aria-label")?.stringValue == text + text)
    #expect(root.stringValue == text + text + "×")
    let names = try root.nodes(forXPath: "//*").map(\.name)
    #expect(names == ["dialog", "div", "a", "bdi", "form", "button", "span"])
    let attributes = try root.nodes(forXPath: "//@*").compactMap(\.name)
    #expect(!attributes.contains { $0.hasPrefix("on") && $0 != "open" })
  }

  @Test func nothingBreaksOutOfTheAddress() throws {
    let snippet = try html("fb://x?a='&b=%22%3E#'", "App")
    let document = try XMLDocument(xmlString: snippet.replacing(" open ", with: " open=\"\" "))
    let address = try document.nodes(forXPath: "//@href").first?.stringValue
    #expect(address?.hasPrefix("fb://x?a='&b=%22%3E&al_applink_data=") == true)
    #expect(address?.hasSuffix("#'") == true)
  }

  @Test func isMadeOfALink() {
    let link = inbound(
      #"{"target_url":"https://e.com/","referer_app_link":{"url":"fb://","app_name":"F"}}"#,
      scheme: "https://e.com/"
    )
    let german = ReturnToReferrer.Wording(
      format: "Zurück zu %@",
      close: "Schließen",
      language: "de"
    )
    let snippet = ReferrerSnippet(link, wording: german)
    #expect(snippet?.html.contains("lang=\"de\"") == true)
    #expect(snippet?.html.contains("Zurück zu <bdi>F</bdi>") == true)
    #expect(snippet?.html.contains("aria-label=\"Schließen\"") == true)
    #expect(ReferrerSnippet(InboundLink("https://e.com/")) == nil)
  }

  @Test func followsItsPolicy() throws {
    let link = inbound(
      #"{"target_url":"https://e.com/","referer_app_link":{"url":"fb://","app_name":"F"}}"#
    )
    var policy = SchemePolicy.standard
    policy.onlySchemes = ["other"]
    #expect(ReferrerSnippet(link, policy: policy) == nil)
    #expect(ReferrerSnippet(try #require(link.referrer), policy: policy) == nil)
  }

  @Test func isLargeEnoughToTouch() {
    let snippet = ReferrerSnippet(Referrer(rawURL: "fb://", appName: "F"))
    #expect(snippet?.html.ranges(of: "min-height:44px").count == 2)
    #expect(snippet?.html.contains("<dialog open class=\"applink-back\"") == true)
    #expect(snippet?.html.contains("display:flex") == true)
  }
}
