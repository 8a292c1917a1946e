import Testing

@testable import AppLinksServer

/// Text from outside in a page.
@Suite struct PageTextTests {
  @Test(
    arguments: [
      ("<b>&\"'`", "&lt;b&gt;&amp;&quot;&#39;&#96;"),
      // A sign with an accent is one character, and still the sign that HTML reads.
      ("\"\u{301}<\u{338}&\u{301}", "&quot;\u{301}&lt;\u{338}&amp;\u{301}"),
      ("a\u{202E}b\u{0}c\u{85}\u{200F}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}"),
      ("line\r\n\tend", "line\u{FFFD}\n\tend"), ("Zürich 🧦", "Zürich 🧦"),
    ]
  )
  func isShownAsText(_ text: String, _ html: String) {
    #expect(PageText().escapeText(text).unicodeScalars.elementsEqual(html.unicodeScalars))
  }
}
