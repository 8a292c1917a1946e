import AppLinks
import AppLinksResolving
import TestSupport
import Testing

@Suite struct ScannerPieceTests {
  /// All states in which a chunk can end.
  private static let page = Array(
    """
    <!DOCTYPE html>\r\n<!-- a -- b --!><html>\r<head><title>a &amp; b</title>
    <meta property="al:ios:url" content="shop://é?x=1&amp;y=2&copy=3&notin;">
    <META content='日本' property = al:ios:app_name /><script><!--<script></script>--></script>
    <style></styl</style ><meta property=al:web:url content=x/><svg><![CDATA[>]]]></svg>
    <template><meta property=al:hidden></template><meta property='al:&#x69;os' content='😀'>
    </head><body><meta property=al:body content="a\0b\r\nc">
    """.utf8
  )

  @Test func thePageCanBeCutAnywhere() {
    let whole = scan(Self.page)
    #expect(whole.tags.count == 5)
    for cut in 1..<Self.page.count {
      var scanner = AppLinkScanner()
      scanner.feed(Self.page[..<cut])
      scanner.feed([])
      scanner.feed(Self.page[cut...])
      #expect(scanner.finish() == whole, "cut at \(cut)")
    }
    for length in 1..<40 { #expect(scan(Self.page, every: length) == whole) }
  }

  @Test func linesAndColumnsAreThoseOfTheTag() {
    let tags = scan(Self.page).tags
    #expect(tags.map(\.line) == [4, 5, 6, 7, 8])
    #expect(tags.map(\.column) == [1, 1, 23, 47, 14])
    for length in [1, 2, 7, 16, 17, 33] {
      #expect(scan(Self.page, every: length).tags == tags)
    }
  }

  @Test func aLineEndCanBeCutInTwo() {
    for length in [1, 2, 3, 100] {
      let tags = scan(Array("x\r\n<meta property=al:x>".utf8), every: length).tags
      #expect(tags.map(\.line) == [2] && tags.map(\.column) == [1])
    }
  }

  @Test func linesAreCountedInLongPages() {
    var random = SeededRandom(seed: 1)
    for length in [100, 5000, 70_000] {
      let ends = ["\n", "\r", "\r\n", "x", "y", "\n\n", "\r\r"]
      var text = ""
      while text.utf8.count < length { text += ends.randomElement(using: &random) ?? "" }
      var (line, column, previous) = (1, 1, UInt8(0))
      for byte in text.utf8 {
        let isEnd = byte == 0x0D || byte == 0x0A && previous != 0x0D
        if isEnd { line += 1 }
        column = byte == 0x0D || byte == 0x0A ? 1 : column + 1
        previous = byte
      }
      let page = Array((text + "<meta property=al:x>").utf8)
      for piece in [length * 2, 4096, 61] {
        let tag = scan(page, every: piece).tags.first
        #expect(tag?.line == line && tag?.column == column)
      }
    }
  }

  @Test func theHeadEndsThePage() {
    for end in ["</head>", "<body>", "</HEAD >", "<body class='x'>"] {
      var scanner = AppLinkScanner(options: .init(isHeadOnly: true))
      let hidden = "<template></head></template>\(ScannedPage.tag("a"))"
      let goesOn = [hidden, end + ScannedPage.tag("b"), ScannedPage.tag("c")].map {
        scanner.feed($0.utf8)
      }
      #expect(goesOn == [true, false, false])
      #expect(scanner.isComplete)
      #expect(scanner.finish().tags.map(\.content) == ["a"])
    }
  }
}
