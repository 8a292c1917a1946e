import AppLinks
import AppLinksPublishing
import Testing

@Suite struct AssociationResponseTests {
  private let apple = "https://e.com/.well-known/apple-app-site-association"
  private let file = #"{"applinks":{"details":[]}}"#

  private func codes(
    _ url: String,
    _ status: Int = 200,
    _ headers: [String: String] = ["content-type": "application/json"],
    _ body: String = #"{"applinks":{"details":[]}}"#,
    for platform: AssociationAnswer.Platform = .apple
  ) -> String {
    AssociationResponse(url: url, status: status, headers: headers, body: Array(body.utf8))
      .findings(for: platform).map { "\($0.severity.rawValue) \($0.code)" }.joined(separator: ", ")
  }

  @Test func aGoodAnswerHasNoFindings() {
    #expect(codes(apple) == "")
    let type = ["Content-Type": "Application/JSON; charset=utf-8"]
    let android = "https://e.com/.well-known/assetlinks.json"
    #expect(codes(android, 200, type, "[\(statement())]", for: .android) == "")
    #expect(codes("https://app-site-association.cdn-apple.com/a/v1/e.com") == "")
  }

  @Test(
    arguments: [
      ("http://e.com/.well-known/apple-app-site-association", "error file-not-secure"),
      ("https://e.com/apple-app-site-association", "warning file-at-root"),
      ("https://e.com/apple-app-site-association.json", "error file-elsewhere"),
      ("https://192.0.2.1/.well-known/apple-app-site-association", "error file-elsewhere"),
      ("https://é.com/.well-known/apple-app-site-association", "error host-not-ascii"),
    ] as [(String, String)]
  )
  func theAddressIsChecked(_ url: String, _ expected: String) { #expect(codes(url) == expected) }

  @Test func androidHasNoFileAtTheRoot() {
    let found = codes("https://e.com/assetlinks.json", 404, for: .android)
    #expect(found == "error file-elsewhere, error file-status")
  }

  @Test func theAnswerIsChecked() {
    #expect(codes(apple, 302, ["Location": "/login"]) == "error file-redirected")
    #expect(codes(apple, 301, [:]) == "error file-redirected")
    #expect(codes(apple, 403) == "error file-status")
    let page = codes(apple, 200, ["Content-Type": "text/html"], "<!doctype html>")
    #expect(page == "error file-content-type, error html-instead-of-json")
    let octets = ["Content-Type": "application/octet-stream"]
    #expect(codes(apple, 200, octets) == "note file-content-type")
    #expect(codes(apple, 200, [:]) == "note file-content-type")
    let android = "https://e.com/.well-known/assetlinks.json"
    let text = ["Content-Type": "text/plain"]
    let found = codes(android, 200, text, "[\(statement())]", for: .android)
    #expect(found == "error file-content-type")
    let kept = ["Content-Type": "application/json", "Cache-Control": "public, max-age=604800"]
    #expect(codes(apple, 200, kept) == "note file-cached-long")
    let failed = ["Apple-Failure-Reason": "SWCERR00301 Timeout"]
    let copy = codes("https://app-site-association.cdn-apple.com/a/v1/e.com", 404, failed)
    #expect(copy == "error cdn-failure")
  }

  @Test func theCopyOfTheCDNIsCompared() {
    let mine = AssociationResponse(url: apple, status: 200, body: Array(file.utf8))
    var copy = mine
    copy.url = "https://app-site-association.cdn-apple.com/a/v1/e.com"
    copy.body = Array(("\n" + file).utf8)
    #expect(mine.findings(comparedWithCDN: copy) == [])
    copy.headers = ["Age": "7200"]
    copy.body = Array(#"{"applinks":{"details":[{"appIDs":["A"],"components":[]}]}}"#.utf8)
    let findings = mine.findings(comparedWithCDN: copy)
    #expect(findings.map(\.code) == [.cdnCopyDiffers])
    #expect(findings[0].message.contains("7200 seconds"))
    copy.headers = [:]
    #expect(mine.findings(comparedWithCDN: copy).map(\.code) == [.cdnCopyDiffers])
    copy.status = 404
    #expect(mine.findings(comparedWithCDN: copy).map(\.code) == [.fileStatus])
  }
}
