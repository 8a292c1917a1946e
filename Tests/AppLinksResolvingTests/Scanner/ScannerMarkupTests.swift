import AppLinks
import AppLinksResolving
import Testing

/// The places where tags count, and where text only looks like a tag.
@Suite struct ScannerMarkupTests {
  private static let a = ScannedPage.tag("a")
  private static let b = ScannedPage.tag("b")

  private static let comments = [
    ScannedPage("<!-- \(a) -->\(b)", "b"),
    ScannedPage("<!-->\(b)", "b"),
    ScannedPage("<!--->\(b)", "b"),
    ScannedPage("<!-- --!>\(b)", "b"),
    ScannedPage("<!-- --!-->\(b)", "b"),
    ScannedPage("<!-- x --!-> \(a) -->\(b)", "b"),
    ScannedPage("<!-- x --!-!> \(a) --!>\(b)", "b"),
    ScannedPage("<!-- -- > \(a) -->\(b)", "b"),
    ScannedPage("<!--->\(a)-->\(b)", "a", "b"),
    ScannedPage("<!-- <!-- -->\(b)", "b"),
    ScannedPage("<!-- \(a)"),
    ScannedPage("<!- \(a) ->\(b)", "b"),
    ScannedPage("<? \(a)\(b)", "b"),
    ScannedPage("</ \(a)\(b)", "b"),
    ScannedPage("</>\(b)", "b"),
    ScannedPage("<!doctype html PUBLIC '>' \(a)", "a"),
    ScannedPage("<![CDATA[ \(a) ]]>\(b)", "b"),
  ]

  private static let text = [
    ScannedPage("<title>\(a)</title>\(b)", "b"),
    ScannedPage("<textarea>\(a)</textarea \n x='>'>\(b)", "b"),
    ScannedPage("<STYLE>\(a)</stylex>\(a)</Style/>\(b)", "b"),
    ScannedPage("<xmp>\(a)</xmp><iframe>\(a)</iframe><noembed>\(a)</noembed>\(b)", "b"),
    ScannedPage("<noframes>\(a)</noframes><noscript>\(a)</noscript>\(b)", "b"),
    ScannedPage("<style>\(a)</style \(a)\(b)", "b"),
    ScannedPage("<style/>\(a)</style>\(b)", "b"),
    ScannedPage("<title>\(a)"),
    ScannedPage("\(a)<plaintext>\(b)</plaintext>\(b)", "a"),
  ]

  private static let scripts = [
    ScannedPage("<script>\(a)</script>\(b)", "b"),
    ScannedPage("<script><!--\(a)</script>\(b)", "b"),
    ScannedPage("<script><!--<script>\(a)</script>\(a)--></script>\(b)", "b"),
    ScannedPage("<script><!--<script>\(a)</script>\(a)</script>\(b)", "b"),
    ScannedPage("<script><!--<scriptx></script>\(b)", "b"),
    ScannedPage("<script><!--<script>--></script>\(b)", "b"),
    ScannedPage("<script><!-><script></script>\(b)", "b"),
    ScannedPage("<script><!--<SCRIPT/</script/\(a)</SCRIPT >\(b)", "b"),
  ]

  private static let templates = [
    ScannedPage("<template>\(a)</template>\(b)", "b"),
    ScannedPage("<template><template>\(a)</template>\(a)</template>\(b)", "b"),
    ScannedPage("</template>\(b)", "b"),
    ScannedPage("<template><title></template></title>\(a)</template>\(b)", "b"),
    ScannedPage("<template>\(a)"),
  ]

  @Test(arguments: comments + text + scripts + templates)
  func whatIsHiddenIsNotFound(_ page: ScannedPage) {
    let metadata = AppLinkMetadata(html: page.html)
    #expect(metadata.tags.map(\.content) == page.contents)
    #expect(scan(Array(page.html.utf8), every: 1) == metadata)
  }

  private static let attributes = [
    ScannedPage("<meta content=x property=al:x>", "x"),
    ScannedPage("<META PROPERTY=\"al:x\"CONTENT='x'/>", "x"),
    ScannedPage("<meta/property=al:x/content=x>", nil),
    ScannedPage("<meta/property='al:x'/content=x/>", "x/"),
    ScannedPage("<meta property\n=\n'al:x'\r\ncontent\t=\u{c}\"x\ny\">", "x\ny"),
    ScannedPage("<meta property=al:x content=x content=y property=z>", "x"),
    ScannedPage("<meta property=al:x>", nil),
    ScannedPage("<meta property=al:x content>", ""),
    ScannedPage("<meta property=al:x content=>", ""),
    ScannedPage("<meta property=al:x =content=y content=x>", "x"),
    ScannedPage("<meta property=al:x a<b=\"c\" '=x content=x>", "x"),
    ScannedPage("<meta property=al:x content='a\r\nb\rc\0d'>", "a\nb\nc\u{FFFD}d"),
    ScannedPage("<meta property=al:x content='a"),
    ScannedPage("<meta property=al:x content=a"),
    ScannedPage("<metaproperty=al:x><metax property=al:x></meta property=al:x>"),
    ScannedPage("< meta property=al:x><\0meta property=al:x>"),
    ScannedPage("<me\0ta property=al:x>"),
    ScannedPage("<<meta property=al:x content=x>", "x"),
    ScannedPage("<a title='<meta property=al:x>' b=\"<meta property=al:x>\">"),
    ScannedPage("<meta property=xal:x><meta property=Al:x><meta property=' al:x'>"),
    ScannedPage("<meta name=al:x content=x><meta property=al content=x>"),
    ScannedPage("<meta property='&#97;l&colon;x' content=x>", "x"),
  ]

  @Test(arguments: attributes)
  func attributesAreReadAsBrowsersDo(_ page: ScannedPage) {
    let metadata = AppLinkMetadata(html: page.html)
    #expect(metadata.tags.map(\.content) == page.contents)
    #expect(metadata.tags.allSatisfy { ["al:x", "al:x/content=x"].contains($0.property) })
    #expect(scan(Array(page.html.utf8), every: 1) == metadata)
  }
}
