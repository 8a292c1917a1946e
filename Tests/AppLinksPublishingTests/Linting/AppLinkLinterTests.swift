import AppLinks
import AppLinksPublishing
import AppLinksResolving
import AppLinksTestSupport
import TestSupport
import Testing

@Suite struct AppLinkLinterTests {
  private let good = """
    <!doctype html>
    <html><head><meta charset="utf-8">
    <title>Socks</title>
    <meta property="al:ios:url" content="shop://socks/7">
    <meta property="al:ios:app_store_id" content="12345">
    <meta property="al:ios:app_name" content="Shop für Söcks">
    <meta property="al:android:package" content="com.example.shop">
    <meta property="al:android:app_name" content="Shop">
    <meta property="al:web:url" content="https://shop.example/socks/7">
    </head><body>Hello</body></html>
    """

  @Test func aGoodPageHasNoFindings() {
    #expect(AppLinkLinter().lint(good).isEmpty)
    #expect(AppLinkLinter().lint(good.utf8, contentType: "text/html; charset=UTF-8").isEmpty)
    #expect(AppLinkLinter().lint([0xEF, 0xBB, 0xBF] + good.utf8).isEmpty)
  }

  @Test func realPagesHaveNoErrorsButTheirOwn() {
    let pages = PageFixture.real.filter { page in
      AppLinkLinter().lint(page.html).contains { $0.severity == .error }
    }
    #expect(pages.map(\.name) == ["Pinterest"])
  }

  @Test func findingsAreInTheOrderOfThePage() {
    let html = page(
      ("al:iso:url", "x:"),
      ("al:ios:url", "a b"),
      ("al:ios:app_name", ""),
      ("al:ios:url", "javascript:x")
    )
    #expect(
      found(html, ignoring: []) == [
        "missing-web-url", "1:1 al:iso:url unknown-platform", "2:1 al:ios:url unparsable-url",
        "2:1 al:ios:url missing-store-id", "3:1 al:ios:app_name empty-value",
        "3:1 al:ios:app_name misaligned-tags", "4:1 al:ios:url refused-scheme",
      ]
    )
  }

  @Test func errorsComeBeforeWarningsAboutTheSameTag() {
    #expect(
      found(page(("al:android:url", "my_shop://socks"))) == [
        "1:1 al:android:url missing-package", "1:1 al:android:url underscore-in-scheme",
      ]
    )
  }

  @Test func aFindingIsALineOfText() {
    let html = "<head>\n" + page(("al:android:url", "a:")) + "</head>"
    let finding = AppLinkLinter().lint(html).first { $0.code == .missingPackage }
    #expect(
      finding?.description
        == "2:1: error: al:android:url: The group has no 'al:android:package'. Add a tag with the "
        + "package, such as 'com.example.shop', to the same group. [missing-package]"
    )
  }

  @Test func textOfThePageIsSafeToShow() {
    let html = page(
      ("al:ios:url", "\u{1B}[2Jx\u{202E}\n" + String(repeating: "y", count: 1000)),
      ("al:\u{1B}[31m:url", "x"),
      ("al:ios:app_name", "\u{7}")
    )
    for finding in AppLinkLinter().lint(html) {
      let text = finding.description
      #expect(text.count < 400)
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" }, "\(text)")
    }
  }

  @Test func piecesGiveTheSameAsTheWholePage() async throws {
    for fixture in PageFixture.real + PageFixture.synthetic {
      let whole = AppLinkLinter().lint(fixture.html)
      let bytes = Array(fixture.html.utf8)
      for size in [1, 7, 100] {
        let pieces = stride(from: 0, to: bytes.count, by: size).map {
          Array(bytes[$0..<min($0 + size, bytes.count)])
        }
        let stream = AsyncStream<[UInt8]> { continuation in
          for piece in pieces { continuation.yield(piece) }
          continuation.finish()
        }
        let findings = await AppLinkLinter().lint(
          scanning: stream,
          contentType: "text/html; charset=utf-8"
        )
        #expect(findings == whole, "\(fixture.name) in pieces of \(size)")
      }
    }
  }

  @Test func noMoreIsReadThanAllowed() async {
    let stream = AsyncStream<[UInt8]> { continuation in
      for _ in 0..<10 { continuation.yield(Array(repeating: UInt8(ascii: "x"), count: 10)) }
      continuation.yield(Array(page(("al:ios:url", "a:")).utf8))
      continuation.finish()
    }
    let findings = await AppLinkLinter(maximumBytes: 15).lint(scanning: stream)
    #expect(findings.map(\.code) == [.noTags, .pageTooLong])
    #expect(AppLinkLinter(maximumBytes: -1).lint("").map(\.code) == [.noTags])
  }

  @Test(arguments: 1...4)
  func anyBytesCanBeLinted(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces: [[UInt8]] =
      [
        "<meta ", "property=", "\"al:", "ios", ":", "url\"", " content=\"", "x:", "\"", ">", "<",
        "/",
        "<!--", "-->", "<script>", "</script>", "<template>", "</template>", "name='al:web:url' ",
        "'",
        "<meta charset=", "utf-16", "\n", "\r", "\0", "&", "&#x", "é", "al", "<head>", "</head>",
      ].map { Array($0.utf8) } + [[0xFF, 0xFE], [0xC3], [0x80], [0xED, 0xA0, 0x80]]
    for _ in 0..<300 {
      let bytes = (0..<Int.random(in: 0..<60, using: &random)).flatMap { _ in
        pieces.randomElement(using: &random) ?? []
      }
      let findings = AppLinkLinter().lint(bytes, contentType: seed == 1 ? "x;charset=utf-16" : nil)
      let places = findings.map { ($0.line ?? 0, $0.column ?? 0) }
      #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func aLongPageTakesTimeInProportion() {
    let pieces = [
      "<meta property=\"al:", "<meta property='al:x'", "<!--<meta ", "<template><meta ", "<",
      "<script",
      "<meta property=\"al:ios\" content=a:>", "-", "<meta name=\"al:x\">",
    ]
    for piece in pieces {
      let growth = timeGrowth(from: 500, to: 4_000) { count in
        let page = Array(String(repeating: piece, count: count).utf8)
        return { _ = AppLinkLinter().lint(page) }
      }
      #expect(growth < 4, "\(piece)")
    }
  }
}
