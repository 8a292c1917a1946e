import AppLinks
import AppLinksResolving
import Testing

@Suite struct ScannerLimitTests {
  private func codes(_ html: String, _ options: AppLinkScanner.Options) -> [AppLinkDiagnostic.Code]
  {
    AppLinkMetadata(html: html, options: options).scannerCodes
  }

  @Test func tagsThatAreTooManyEndThePage() {
    let page = Array((0..<5).map { ScannedPage.tag("\($0)") }.joined().utf8)
    for piece in [1, 1000] {
      let metadata = scan(page, every: piece, .init(maximumTags: 3))
      #expect(metadata.tags.map(\.content) == ["0", "1", "2"])
      #expect(metadata.scannerCodes == [.tooManyTags])
      #expect(scan(page, every: piece, .init(maximumTags: 5)).scannerCodes.isEmpty)
    }
  }

  @Test func aValueThatIsTooLongIsMissing() {
    let html = ScannedPage.tag("12345678") + ScannedPage.tag("123456789")
    let metadata = AppLinkMetadata(html: html, options: .init(maximumValueLength: 8))
    #expect(metadata.tags.map(\.content) == ["12345678", nil])
    #expect(metadata.scannerCodes == [.valueTooLong])
  }

  @Test func bytesThatAreTooManyAreIgnored() {
    let page = Array((ScannedPage.tag("a") + ScannedPage.tag("b")).utf8)
    let limit = page.count / 2
    for piece in [1, 7, 1000] {
      let metadata = scan(page, every: piece, .init(maximumBytes: limit))
      #expect(metadata.tags.map(\.content) == ["a"])
      #expect(metadata.scannerCodes == [.pageTooLong])
    }
    #expect(scan(page, .init(maximumBytes: page.count)).scannerCodes.isEmpty)
  }

  @Test func aNegativeLimitIsOneOfNothing() {
    let page = Array(ScannedPage.tag("a").utf8)
    let options = AppLinkScanner.Options(maximumBytes: -1, maximumTags: -1, maximumValueLength: -1)
    #expect(scan(page, options).tags.isEmpty)
    #expect(scan(page, .init(maximumBytes: 0)).scannerCodes == [.pageTooLong])
  }

  @Test(arguments: [
    ("<meta charset=nonsense>", AppLinkDiagnostic.Code.unknownCharset),
    ("<meta http-equiv=content-type content='charset=nonsense'>", .unknownCharset),
    ("<meta name=al:x>", .nameInsteadOfProperty),
    ("<meta property=' al:x'>", .inexactProperty),
    ("<meta property=al:long:property>", .valueTooLong),
  ])
  func aPageCannotMakeDiagnosticsWithoutEnd(_ tag: String, _ code: AppLinkDiagnostic.Code) {
    let options = AppLinkScanner.Options(maximumTags: 4, maximumValueLength: 12)
    #expect(codes(tag, options).contains(code))
    #expect(codes(String(repeating: tag, count: 1000), options).count <= 8)
  }

  @Test func limitsOfZeroAreLimits() {
    let html = "<meta charset=utf-8>" + ScannedPage.tag("a")
    #expect(AppLinkMetadata(html: html, options: .init(maximumTags: 0)).tags.isEmpty)
    #expect(AppLinkMetadata(html: html, options: .init(maximumValueLength: 0)).tags.isEmpty)
    #expect(AppLinkMetadata(html: html, options: .init(maximumBytes: 0)).tags.isEmpty)
  }

  @Test func aCharsetIsFoundAfterOneThatIsUnknown() {
    let bytes = Array("<meta charset=x><meta charset=koi8-r><meta property=al:x content=".utf8)
    let metadata = scan(bytes + [0xC1, UInt8(ascii: ">")])
    #expect(metadata.tags.map(\.content) == ["а"])
  }
}
