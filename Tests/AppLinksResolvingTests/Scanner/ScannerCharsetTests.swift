import AppLinks
import AppLinksResolving
import Testing

@Suite struct ScannerCharsetTests {
  private func page(_ text: String, before: String = "") -> String {
    "\(before)<meta property='al:ios:app_name' content='\(text)'>"
  }

  private func name(_ bytes: [UInt8], contentType: String? = nil) -> String? {
    let names = [1, 2, 5, .max].map { piece in
      scan(bytes, every: piece, contentType: contentType).tags.first?.content
    }
    #expect(Set(names).count == 1, "depends on how the page is cut: \(names)")
    return names[0]
  }

  private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  private func latin1(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }

  @Test func utf16IsReadByItsMarkOrByTheHeader() {
    for isBigEndian in [true, false] {
      let bytes = utf16(page("Käse 😀"), isBigEndian: isBigEndian)
      let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
      let label = isBigEndian ? "utf-16be" : "UTF-16LE"
      #expect(name(mark + bytes) == "Käse 😀")
      #expect(name(mark + bytes, contentType: "text/html; charset=windows-1252") == "Käse 😀")
      #expect(name(bytes, contentType: "text/html; charset=\"\(label)\"") == "Käse 😀")
    }
  }

  @Test func anUnpairedSurrogateIsReplaced() {
    let bytes = utf16("<meta property=al:x content=a", isBigEndian: true)
    let end = utf16("b>", isBigEndian: true)
    #expect(name([0xFE, 0xFF] + bytes + [0xD8, 0x3D] + end) == "a\u{FFFD}b")
  }

  @Test func aByteOrderMarkIsNotPartOfThePage() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array(page("Käse").utf8)
    #expect(name(bytes, contentType: "text/html; charset=iso-8859-1") == "Käse")
    #expect(scan(bytes).tags.first?.column == 1)
  }

  @Test func theHeaderCountsBeforeThePage() {
    let declared = page("K\u{E4}se", before: "<meta charset=utf-8>")
    #expect(name(latin1(declared), contentType: "text/html;charset=ISO-8859-1") == "Käse")
  }

  @Test func aHeaderThatComesTwiceIsRead() {
    let bytes = Array("<meta property=al:ios:app_name content='".utf8) + [0xCF, 0xF0, 0x27, 0x3E]
    for type in ["text/html; charset=windows-1251, text/html", "a/b;charset=windows-1251,a/b"] {
      #expect(name(bytes, contentType: type) == "\u{41F}\u{440}")
    }
  }

  @Test func thePageDeclaresItsCharset() {
    let equiv = "<meta content='text/html; charset=latin1' http-equiv=Content-Type>"
    #expect(name(latin1(page("K\u{E4}se", before: equiv))) == "Käse")
    #expect(name(latin1(page("K\u{E4}se", before: "<meta charset=' Latin1 '>"))) == "Käse")
    // A tag that is readable as ASCII is not in UTF-16.
    #expect(name(Array(page("Käse", before: "<meta charset=utf-16>").utf8)) == "Käse")
  }

  @Test func withoutACharsetItIsUTF8OrWindows1252() {
    #expect(name(Array(page("Käse").utf8)) == "Käse")
    #expect(name(latin1(page("K\u{E4}se \u{80}"))) == "Käse €")
  }

  /// Bytes and the text that browsers decode.
  ///
  /// Names of charsets represent more than they say.
  @Test(
    arguments: [
      ("shift_jis", [0x83, 0x65, 0x5C, 0x7E], "\u{30C6}\\~"),
      ("shift_jis", [0x87, 0x40, 0xFA, 0xB1], "\u{2460}\u{FA11}"),
      ("euc-jp", [0xA5, 0xC6, 0x5C, 0x7E, 0xAD, 0xA1], "\u{30C6}\\~\u{2460}"),
      ("euc-kr", [0xB0, 0xA1, 0x81, 0x41], "\u{AC00}\u{AC02}"),
      ("gb2312", [0xB9, 0xE3, 0x81, 0x40, 0x7E], "\u{5E7F}\u{4E02}~"),
      (
        "euc-jp", [0x8E, 0xB1, 0xA1, 0xA1, 0xF4, 0xA6, 0xC6, 0xFC],
        "\u{FF71}\u{3000}\u{7199}\u{65E5}"
      ),
      ("big5", [0xBC, 0x73, 0xFA, 0x40, 0x5C, 0x7E], "\u{5EE3}\u{20547}\\~"),
      ("windows-1251", [0xCF, 0xF0], "\u{41F}\u{440}"),
      ("iso-8859-9", [0xFE, 0x80], "\u{15F}\u{20AC}"),
      ("koi8-r", [0xF0], "\u{41F}"),
      ("windows-874", [0xA1], "\u{E01}"),
    ] as [(String, [UInt8], String)]
  )
  func textIsReadAsBrowsersDo(_ charset: String, _ bytes: [UInt8], _ text: String) {
    let html = Array("<meta property=al:ios:app_name content='".utf8) + bytes + Array("'>".utf8)
    #expect(name(html, contentType: "text/html; charset=\(charset)") == text)
    #expect(scan(html, contentType: "text/html; charset=\(charset)").scannerCodes == [])
  }

  @Test(arguments: ["shift_jis", "euc-jp", "euc-kr", "gb18030", "big5", "windows-1253"])
  func malformedTextOfAnyCharsetIsReported(_ charset: String) {
    // Half a character. Greek has no characters of two bytes, and one byte is not a character.
    let bytes: [UInt8] = [charset == "windows-1253" ? 0xD2 : 0xE5]
    let html = Array("<meta property=al:ios:app_name content='a".utf8) + bytes + Array(" b'>".utf8)
    let metadata = scan(html, contentType: "text/html; charset=\(charset)")
    #expect(metadata.tags.map(\.content) == ["a\u{FFFD} b"])
    #expect(metadata.scannerCodes == [.malformedText])
  }

  @Test func malformedTextOfAPageThatClaimsToBeUTF16IsReported() {
    // The tag is readable as ASCII, so the page is read as UTF-8.
    let metadata = scan(latin1(page("K\u{E4}se", before: "<meta charset=utf-16>")))
    #expect(metadata.tags.map(\.content) == ["K\u{FFFD}se"])
    #expect(metadata.scannerCodes == [.malformedText])
  }

  @Test func malformedTextIsReported() {
    let metadata = scan(latin1(page("K\u{E4}se")), contentType: "text/html; charset=utf-8")
    #expect(metadata.tags.map(\.content) == ["K\u{FFFD}se"])
    #expect(metadata.scannerCodes == [.malformedText])
  }

  /// Characters whose halves are markup, a katakana of one byte, and what Roman has in place of
  /// `\\~`.
  private let sevenBits: [UInt8] =
    [0x1B, 0x24, 0x42, 0x25, 0x3E, 0x25, 0x27, 0x3C, 0x52]
    + [0x1B, 0x28, 0x49, 0x31, 0x1B, 0x28, 0x4A, 0x5C, 0x7E, 0x1B, 0x28, 0x42, 0x5C, 0x7E]

  @Test func japaneseOfSevenBitsIsReadByTheHeaderAndByATag() {
    let tag = Array("<meta property=al:ios:app_name content='".utf8) + sevenBits + Array("'>".utf8)
    let text = "\u{30BE}\u{30A7}\u{793E}\u{FF71}\u{A5}\u{203E}\\~"
    let before = Array("<title>".utf8) + sevenBits + Array("</title>".utf8)
    #expect(name(before + tag, contentType: "text/html; charset=ISO-2022-JP") == text)
    let declared = Array("<meta charset=csISO2022JP>".utf8)
    #expect(name(declared + before + tag) == text)
    #expect(scan(declared + before + tag).scannerCodes == [])
    // Without a declaration, an apostrophe is an apostrophe.
    #expect(name(tag) != text)
    #expect(name(declared + tag, contentType: "text/html; charset=utf-8") != text)
  }

  @Test func positionsBehindADeclarationOfSevenBitsAreRight() {
    let html = Array("\n <meta charset=iso-2022-jp>\n<p>\n  ".utf8) + Array(page("a").utf8)
    for count in [1, 3, .max] {
      let tag = scan(html, every: count).tags.first
      #expect(tag?.line == 4)
      #expect(tag?.column == 3)
    }
  }

  @Test(
    arguments: [
      [0x1B, 0x24, 0x42, 0x25, 0x1B, 0x28, 0x42], [0x1B, 0x28, 0x42, 0x1B, 0x28, 0x42],
      [0x1B, 0x28, 0x41], [0x1B, 0x30], [0x0E], [0x80], [0x1B, 0x28, 0x49, 0x7E, 0x1B, 0x28, 0x42],
    ] as [[UInt8]]
  )
  func malformedJapaneseOfSevenBitsIsReported(_ bytes: [UInt8]) {
    let html = Array("<meta property=al:x content='a".utf8) + bytes + Array("b'>".utf8)
    let metadata = scan(html, contentType: "text/html; charset=iso-2022-jp")
    let content = metadata.tags.first?.content
    #expect(content?.hasPrefix("a") == true && content?.hasSuffix("b") == true)
    #expect(content?.contains("\u{FFFD}") == true)
    #expect(metadata.scannerCodes == [.malformedText])
  }

  @Test func anUnknownCharsetOfTheHeaderIsReportedAndIgnored() {
    let bytes = Array(page("Käse").utf8)
    let metadata = scan(bytes, contentType: "text/html; charset=klingon")
    #expect(metadata.tags.map(\.content) == ["Käse"])
    #expect(metadata.scannerCodes == [.unknownCharset])
    let diagnostic = metadata.diagnostics.first
    #expect(diagnostic?.line == nil)
    #expect(diagnostic?.message.contains("The header declares the charset 'klingon'") == true)
    let declared = Array("<meta charset=latin1>".utf8) + latin1(page("K\u{E4}se"))
    #expect(name(declared, contentType: "text/html; charset=klingon") == "Käse")
  }

  @Test(arguments: ["\"", "'"])
  func anUnclosedQuoteNamesNoCharset(_ quote: String) {
    let type = "text/html; charset=\(quote)iso-8859-1"
    let bytes = Array(page("Käse").utf8)
    #expect(name(bytes, contentType: type) == "Käse")
    #expect(scan(bytes, contentType: type).scannerCodes == [])
    #expect(name(bytes, contentType: type + quote) == "KÃ¤se")
    let other = quote == "'" ? "\"" : "'"
    let equiv = "<meta http-equiv=Content-Type content=\(other)\(type)\(other)>"
    #expect(name(Array(page("Käse", before: equiv).utf8)) == "Käse")
  }
}
