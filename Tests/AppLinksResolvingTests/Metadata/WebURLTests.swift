import AppLinks
import AppLinksResolving
import AppLinksTestSupport
import Foundation
import Testing

@Suite struct WebURLTests {
  private let source = url("https://source.example/a/b?c")

  private func web(_ tags: (String, String?)..., final: String? = nil) -> String? {
    let tags = tags.map { AppLinkTag(property: $0.0, content: $0.1) }
    return AppLinkMetadata(tags: tags).webURL(for: source, finalURL: final.map(url))?.absoluteString
  }

  @Test func withoutTagsItIsTheSource() {
    #expect(web() == source.absoluteString)
    #expect(web(("al:ios:url", "a:"), final: "https://final.example/") == source.absoluteString)
  }

  @Test func theFirstTagCounts() {
    #expect(
      web(("al:web:url", "https://a.example/"), ("al:web:url", "https://b.example/"))
        == "https://a.example/"
    )
    #expect(
      web(
        ("al:web:url", "https://a.example/"),
        ("al:web", nil),
        ("al:web:url", "https://b.example/")
      )
        == "https://a.example/"
    )
    #expect(
      web(("al:web", nil), ("al:web", nil), ("al:web:url", "https://b.example/"))
        == source.absoluteString
    )
  }

  @Test(arguments: ["not a url", "", "https://e.com/%zz", "https://e.com/\n"])
  func whatIsNoURLDoesNotCount(_ text: String) {
    #expect(web(("al:web:url", text)) == source.absoluteString)
  }

  /// URLs that a browser cannot load as a page, in various notations.
  private static let noPages = [
    "javascript:alert(1)", "JavaScript:alert(1)", "data:text/html,x", "vbscript:x",
    "file:///etc/passwd", "blob:https://e.com/x", "about:blank", "view-source:https://e.com/",
    "intent://e.com/#Intent;end", "shop://socks/7", "mailto:a@e.com", "https:evil.example",
    "https:/evil.example", "https:///evil.example", "https://", "http://:80/x",
    "https://user@/x", "//", "///x", "//:80/x",
  ]

  @Test(arguments: noPages)
  func whatIsNoPageDoesNotCountAndIsTold(_ text: String) {
    #expect(web(("al:web:url", text)) == source.absoluteString)
    #expect(web(("al:web:url", text), final: "https://final.example/") == source.absoluteString)
    let metadata = AppLinkMetadata(tags: [AppLinkTag(property: "al:web:url", content: text)])
    let expected: [AppLinkDiagnostic.Code] =
      URLParts(text).isWeb || URLParts(text).scheme == nil ? [.missingHost] : [.webURLNotWeb]
    #expect(metadata.diagnostics.map(\.code) == expected)
    #expect(metadata.appLink(for: .phone, source: source).webURL == source)
  }

  @Test func aRelativeURLOfWhatIsNoPageDoesNotCount() {
    let metadata = AppLinkMetadata(tags: [AppLinkTag(property: "al:web:url", content: "/x")])
    let file = url("file:///tmp/page.html")
    #expect(metadata.webURL(for: file) == file)
  }

  @Test func aTagWithoutContentDoesNotCount() {
    #expect(web(("al:web:url", nil)) == source.absoluteString)
    #expect(web(("al:web:should_fallback", nil)) == source.absoluteString)
  }

  @Test(
    arguments: [
      ("/x", nil, "https://source.example/x"), ("x", nil, "https://source.example/a/x"),
      ("/x", "https://final.example/y/z", "https://final.example/x"),
      ("x?q#f", "https://final.example/y/z", "https://final.example/y/x?q#f"),
      ("//other.example/", "http://final.example/", "http://other.example/"),
      ("?q", "https://final.example/y/z?p", "https://final.example/y/z?q"),
      ("/é%20[x]", nil, "https://source.example/%C3%A9%20%5Bx%5D"),
      ("https://other.example/", "https://final.example/", "https://other.example/"),
    ] as [(String, String?, String)]
  )
  func relativeURLsAreResolved(_ text: String, _ final: String?, _ expected: String) {
    #expect(web(("al:web:url", text), final: final) == expected)
  }

  @Test(arguments: ["no", "false", "0", "NO", "False"])
  func theWebMayBeForbidden(_ word: String) {
    #expect(web(("al:web:url", "https://e.com/"), ("al:web:should_fallback", word)) == nil)
  }

  @Test(arguments: ["", "false ", " no", "off", "n", "never", "yes", "1", "true"])
  func otherWordsAllowIt(_ word: String) {
    #expect(
      web(("al:web:url", "https://e.com/"), ("al:web:should_fallback", word)) == "https://e.com/"
    )
  }

  @Test func onlyTheFirstWordCounts() {
    #expect(
      web(("al:web:should_fallback", "true"), ("al:web:should_fallback", "false"))
        == source.absoluteString
    )
  }

  @Test func theLinkHasTheSourceAlsoAfterRedirects() {
    let metadata = AppLinkMetadata(tags: [
      AppLinkTag(property: "al:web:url", content: "/x"),
      AppLinkTag(property: "al:ios:url", content: "a:"),
    ])
    let link = metadata.appLink(
      for: .phone,
      source: source,
      finalURL: url("https://final.example/")
    )
    #expect(
      link
        == AppLink(
          sourceURL: source,
          targets: [.apple(.init(rawURL: "a:"))],
          webURL: url("https://final.example/x")
        )
    )
  }
}
