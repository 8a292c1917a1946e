import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Testing

@Suite struct CharsetRulesTests {
  private let ascii = page(
    ("al:android:package", "com.e"),
    ("al:android:app_name", "E"),
    ("al:web:url", "https://e.com/")
  ).replacing("\n", with: "")

  private func found(_ bytes: [UInt8], _ contentType: String? = nil) -> [String] {
    AppLinkLinter().lint(bytes, contentType: contentType).map(short)
  }

  @Test(
    arguments: [
      "<meta charset=latin1>", "<meta http-equiv=Content-Type content='text/html; charset=latin1'>",
    ]
  )
  func aPageThatDeclaresAnotherCharsetIsReported(_ tag: String) {
    #expect(found(Array("\n\(tag)\(ascii)".utf8)) == ["2:1 page-not-utf8"])
    #expect(found(Array("<!--\(tag)-->\(ascii)".utf8)) == [])
  }

  @Test func theHeaderCounts() {
    #expect(found(Array(ascii.utf8), "text/html; charset=\"windows-1251\"") == ["page-not-utf8"])
    #expect(found(Array(ascii.utf8), "text/html; charset=utf8") == [])
    #expect(found(Array(ascii.utf8), "text/html") == [])
  }

  @Test func theHeaderOfAPageInChunksCounts() async {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.yield(Array(ascii.utf8))
    continuation.finish()
    let findings = await AppLinkLinter().lint(
      scanning: chunks,
      contentType: "text/html; charset=windows-1251"
    )
    #expect(findings.map(short) == ["page-not-utf8"])
  }

  @Test func utf16IsReported() {
    let units = ascii.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    #expect(found([0xFE, 0xFF] + units) == ["page-not-utf8"])
  }

  @Test func bytesThatAreNotUTF8AreReportedWhereTheyAre() {
    #expect(found(Array(ascii.utf8) + [0x0A, 0x61, 0xE9, 0x20]) == ["2:2 page-not-utf8"])
  }

  @Test func aCharacterThatTheLimitCutsIsNoMistake() {
    let html = Array((ascii + "\nd\u{e9}j\u{e0} \u{65e5}\u{1f600}").utf8)
    for limit in (html.count - 12)..<html.count {
      let findings = AppLinkLinter(maximumBytes: limit).lint(html)
      #expect(findings.map(\.code) == [.pageTooLong], "\(limit)")
    }
    // Without a limit, the page ends there.
    #expect(found(Array(html.dropLast())) == ["2:11 page-not-utf8"])
    let linter = AppLinkLinter(maximumBytes: html.count)
    #expect(linter.lint(Array(html.dropLast()) + [0x20, 0x20]).map(\.code).contains(.pageNotUTF8))
  }

  @Test func aCharsetBehindACommentedTagIsFound() throws {
    for comment in ["<!-- <meta name=x -->", "<!-- <meta content='it -->", "<!--<meta-->"] {
      let finding = try #require(
        AppLinkLinter().lint("\(comment)<meta charset=klingon>" + ascii).first
      )
      #expect(finding.message.contains("'klingon'"))
    }
  }

  @Test func aTagThatIsNotInItsOwnCharsetIsReported() {
    let tag = Array("<meta property='al:ios:app_name' content='".utf8) + [0xE5] + Array(" '>".utf8)
    let findings = AppLinkLinter().lint(tag, contentType: "text/html; charset=shift_jis")
    #expect(findings.map(\.code).contains(.malformedText))
    #expect(!findings.contains { $0.code == .malformedText && $0.message.contains("UTF-8") })
  }

  @Test func anUnknownCharsetIsReported() {
    #expect(found(Array(("<meta charset=klingon>" + ascii).utf8)) == ["1:1 unknown-charset"])
  }

  @Test func aTagThatIsNotInTheCharsetOfThePageIsReported() {
    let tag =
      Array("<meta property='al:ios:app_name' content='Caf".utf8) + [0xE9] + Array("'>".utf8)
    let html = Array("<meta charset=utf-8>\n".utf8) + tag
    let codes = AppLinkLinter().lint(html).map(\.code)
    #expect(codes.contains(.malformedText))
    #expect(codes.contains(.pageNotUTF8))
  }

  @Test func anUnknownCharsetOfTheHeaderIsReported() {
    let findings = AppLinkLinter().lint(ascii.utf8, contentType: "text/html; charset=klingon")
    #expect(findings.map(short) == ["unknown-charset"])
    #expect(findings.first?.message.contains("The header declares the charset 'klingon'") == true)
  }

  @Test func tagsInJapaneseOfSevenBitsAreNotHidden() {
    // The halves of the first character are `%` and `>`, those of the second `%` and `'`.
    let text: [UInt8] = [0x1B, 0x24, 0x42, 0x25, 0x3E, 0x25, 0x27, 0x1B, 0x28, 0x42]
    let start = "<meta charset=iso-2022-jp><meta property='al:ios:app_name' content='"
    let html = Array(start.utf8) + text + Array("'>\(ascii)".utf8)
    let codes = AppLinkLinter().lint(html).map(\.code)
    #expect(!codes.contains(.hiddenTag))
    #expect(!codes.contains(.malformedText))
    #expect(codes.contains(.pageNotUTF8))
  }
}
