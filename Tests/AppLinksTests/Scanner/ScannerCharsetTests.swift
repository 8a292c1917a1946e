import AppLinks
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

  @Test func thePageDeclaresItsCharset() {
    let equiv = "<meta content='text/html; charset=latin1' http-equiv=Content-Type>"
    #expect(name(latin1(page("K\u{E4}se", before: equiv))) == "Käse")
    #expect(name(latin1(page("K\u{E4}se", before: "<meta charset=' Latin1 '>"))) == "Käse")
    // What can be read as ASCII is not in UTF-16.
    #expect(name(Array(page("Käse", before: "<meta charset=utf-16>").utf8)) == "Käse")
  }

  @Test func withoutACharsetItIsUTF8OrWindows1252() {
    #expect(name(Array(page("Käse").utf8)) == "Käse")
    #expect(name(latin1(page("K\u{E4}se \u{80}"))) == "Käse €")
  }

  @Test func malformedTextIsReported() {
    let metadata = scan(latin1(page("K\u{E4}se")), contentType: "text/html; charset=utf-8")
    #expect(metadata.tags.map(\.content) == ["K\u{FFFD}se"])
    #expect(metadata.scannerCodes == [.malformedText])
  }
}
