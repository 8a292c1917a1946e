import AppLinks
import AppLinksResolving
import Testing

/// SVG and MathML, where titles, styles and scripts do not hide tags, but CDATA does.
@Suite struct ScannerForeignContentTests {
  private static let a = ScannedPage.tag("a")
  private static let b = ScannedPage.tag("b")

  private static let pages = [
    ScannedPage("<svg><![CDATA[\(a)]]></svg>\(b)", "b"),
    ScannedPage("<svg><![CDATA[>\(a)]]]>\(b)", "b"),
    ScannedPage("<svg><![CDATA>\(a)", "a"),
    ScannedPage("<svg><desc><![CDATA[>\(a)]]>\(b)", "b"),
    // In HTML it is a comment that ends at the first angle bracket.
    ScannedPage("<![CDATA[>\(a)]]>\(b)", "a", "b"),
    ScannedPage("<svg></svg><![CDATA[>\(a)]]>\(b)", "a", "b"),
    ScannedPage("<svg><desc><i><![CDATA[>\(a)]]>\(b)", "a", "b"),
    ScannedPage("<svg><style>\(a)</style></svg>\(b)", "a", "b"),
    ScannedPage("<svg><title/><style/><script/></svg>\(b)", "b"),
    ScannedPage("<svg><desc><style>\(a)</style></desc></svg>\(b)", "b"),
    ScannedPage("<svg><foreignObject><title>\(a)</title></foreignObject>\(b)", "b"),
    ScannedPage("<svg><title><b>\(a)</b></title></svg>\(b)", "a", "b"),
    // HTML tags end SVG.
    ScannedPage("<svg><p><style>\(a)</style>\(b)", "b"),
    ScannedPage("<svg><font><style/><font size=1><style>\(a)</style>\(b)", "b"),
    ScannedPage("<svg><font><style>\(a)</style></font></svg>\(b)", "a", "b"),
    // The element that ended SVG can be ended by more SVG inside it.
    ScannedPage("<svg><div><svg></div><style>\(a)</style>\(b)", "b"),
    ScannedPage("<math><ol/><math></ol><template>\(a)</template>\(b)", "b"),
    ScannedPage("<svg><img><svg></img><style/>\(b)", "b"),
    // The end tags of enclosing elements and of p and br also end it.
    ScannedPage("<a><svg></a><style>\(a)</style>\(b)", "b"),
    ScannedPage("<section><svg><g></section><style>\(a)</style>\(b)", "b"),
    ScannedPage("<x-y><svg></x-y><style>\(a)</style>\(b)", "b"),
    ScannedPage("<svg></p><style>\(a)</style>\(b)", "b"),
    ScannedPage("<svg></br><style>\(a)</style>\(b)", "b"),
    // Other end tags do not.
    ScannedPage("<svg></a><style/>\(b)", "b"),
    ScannedPage("<a></a><svg></a><style/>\(b)", "b"),
    ScannedPage("<meta><svg></meta><style/>\(b)", "b"),
    ScannedPage("<form><svg></form><style/>\(b)", "b"),
    ScannedPage("<body><svg></body><style/>\(b)", "b"),
    ScannedPage("<div><svg><desc></div></desc><style/>\(b)", "b"),
    ScannedPage("<math><mi><style>\(a)</style></mi><style/>\(b)", "b"),
    ScannedPage("<math><annotation-xml><style/>\(b)</annotation-xml>", "b"),
    ScannedPage("<math><annotation-xml encoding=Text/HTML><style>\(a)</style>\(b)", "b"),
    ScannedPage("<template><svg></template><style>\(a)</style>\(b)", "b"),
  ]

  @Test(arguments: pages)
  func tagsAreFoundAsInATree(_ page: ScannedPage) {
    let metadata = AppLinkMetadata(html: page.html)
    #expect(metadata.tags.map(\.content) == page.contents)
    #expect(scan(Array(page.html.utf8), every: 1) == metadata)
  }

  @Test func manyNamesAreNoError() {
    let names = (0..<10_000).map { "<n\($0)>" }.joined()
    let html = "\(names)<svg></n9999><style>\(Self.a)</style>\(Self.b)"
    #expect(AppLinkMetadata(html: html).tags.map(\.content) == ["b"])
  }

  @Test func templatesEndAlsoBehindDeepNesting() {
    // These elements need no end tag.
    let items = String(repeating: "<li>x<p>y", count: 100)
    let html =
      "<ul><svg><foreignObject>\(items)</foreignObject></svg></ul>"
      + "<template>\(Self.a)</template>\(Self.b)"
    #expect(AppLinkMetadata(html: html).tags.map(\.content) == ["b"])
    #expect(scan(Array(html.utf8), every: 1).tags.map(\.content) == ["b"])
  }

  @Test func deepNestingIsNoError() {
    let html = String(repeating: "<svg><desc>", count: 10_000) + Self.a
    #expect(AppLinkMetadata(html: html).tags.map(\.content) == ["a"])
  }
}
