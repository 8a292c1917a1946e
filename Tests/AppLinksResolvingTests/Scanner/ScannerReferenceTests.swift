import AppLinks
import AppLinksResolving
import Testing

@Suite struct ScannerReferenceTests {
  private static let contents: [(String, String)] = [
    ("&amp;&lt;&gt;&quot;&apos;&nbsp;", "&<>\"'\u{A0}"),
    ("a?x=1&copy=2&lang=de&mfa", "a?x=1&copy=2&lang=de&mfa"),
    ("&copy;&copy &copy", "\u{A9}\u{A9} \u{A9}"),
    ("&copy1&copyx&copy=", "&copy1&copyx&copy="),
    ("&notit;&notin;&not;", "&notit;\u{2209}\u{AC}"),
    ("&NotEqualTilde;&CounterClockwiseContourIntegral;", "\u{2242}\u{338}\u{2233}"),
    ("&unknown;&;&", "&unknown;&;&"),
    ("&#65;&#x41;&#X41&#65", "AAAA"),
    ("&#;&#x;&#xg;", "&#;&#x;&#xg;"),
    ("&#128;&#x99;&#129;", "\u{20AC}\u{2122}\u{81}"),
    ("&#0;&#xD800;&#x110000;&#99999999999999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&AMP&lt&amp;lt;", "&<&lt;"),
    ("&amp;amp;", "&amp;"),
  ]

  @Test(arguments: contents)
  func referencesAreThoseOfAttributes(_ written: String, _ read: String) {
    let tags = AppLinkMetadata(html: "<meta property=al:x content='\(written)'>").tags
    // Only a literal apostrophe would end the value.
    #expect(tags.map(\.content) == [read])
  }
}
