import AppLinksPublishing
import Testing

/// Compares answers with examples of Android's documentation, sources and tests.
@Suite struct AndroidExamplesTests {
  private let url = "https://example.com/x"

  private func verdict(
    _ file: AssetLinks,
    _ app: AndroidApp = app(),
    _ path: String = "/x"
  ) -> AssociationAnswer.Verdict {
    app.answer(for: "https://example.com" + path, files: ["example.com": file]).verdict
  }

  @Test func row1AVerifiedAppOpens() {
    #expect(verdict(links(statement())) == .opens)
  }

  @Test func row2TheUploadKeyAloneDoesNotVerifyAnAppOfThePlayStore() {
    let file = links(statement(fingerprints: #""\#(Fingerprint.upload)""#))
    let answer = app().answer(for: url, files: ["example.com": file])
    #expect(answer.verdict == .unverified)
    #expect(answer.apps[0].reasons[0].contains("does not list a certificate"))
  }

  @Test func row3AFingerprintInLowercaseIsMalformed() {
    let file = links(statement(fingerprints: #""\#(Fingerprint.play.lowercased())""#))
    #expect(file.findings.map(\.code) == [.malformedFingerprint, .noHandleAllURLs].reversed())
    #expect(file.findings.last?.advice == "Write '\(Fingerprint.play)'.")
    #expect(verdict(file) == .unverified)
  }

  @Test func row4ARelationHasNoWildcards() {
    let file = links(statement(relation: "delegate_permission/*"))
    #expect(file.statements == [])
    #expect(file.findings.map(\.code).contains(.malformedRelation))
    #expect(verdict(file) == .unverified)
  }

  @Test func row5AnObjectAtTheTopIsNothing() {
    let file = AssetLinks(parsing: statement())
    #expect(file.statements == [])
    #expect(file.findings.map(\.code) == [.notStatementList])
    #expect(verdict(file) == .unverified)
  }

  @Test func row6ARedirectIsNotFollowed() {
    let response = AssociationResponse(
      url: "https://example.com/.well-known/assetlinks.json",
      status: 301,
      headers: ["location": "https://www.example.com/.well-known/assetlinks.json"],
      body: Array("[\(statement())]".utf8)
    )
    #expect(response.findings(for: .android).map(\.code) == [.fileRedirected])
    #expect(app().answer(for: url, files: [:]).verdict == .unverified)
  }

  @Test func row7AWildcardIsVerifiedByTheFileOfTheRoot() {
    let app = app(["*.example.com"])
    let url = "https://a.example.com/x"
    let own = app.answer(for: url, files: ["a.example.com": links(statement())])
    #expect(own.verdict == .unverified)
    let root = app.answer(for: url, files: ["example.com": links(statement())])
    #expect(root.verdict == .opens)
  }

  @Test func rows8And9OneHostWithoutAFileKeepsAllFromVerifyingUpToAndroid11() {
    let app = app(["example.com", "shop.example"])
    let files = ["example.com": links(statement())]
    #expect(app.answer(for: url, files: files, release: 11).verdict == .unverified)
    #expect(app.answer(for: url, files: files, release: 12).verdict == .opens)
    #expect(app.answer(for: "https://shop.example/", files: files).verdict == .unverified)
  }

  @Test func row10AnIncludeInAnIncludeIsIgnored() {
    let first = links(#"{"include":"https://example.com/a.json"}"#)
    let second = links(#"{"include":"https://example.com/b.json"}"#)
    #expect(first.includes == ["https://example.com/a.json"])
    #expect(verdict(first.including(["https://example.com/a.json": second])) == .unverified)
    let whole = first.including(["https://example.com/a.json": links(statement())])
    #expect(verdict(whole) == .opens)
    #expect(whole.includes == [])
  }

  @Test(
    arguments: [
      (11, #"{"/":"/p1"},{"/":"*","exclude":true}"#, "/p1", .opens),
      (11, #"{"/":"/p1"},{"/":"*","exclude":true}"#, "/p2", .excluded),
      (12, #"{"/":"*","exclude":true},{"/":"/p1"}"#, "/p1", .excluded),
      (13, #"{"/":"/p1","exclude":true}"#, "/p2", .unmatched),
      (14, #"{"/":"/buy/*"}"#, "/buy", .unmatched), (15, #"{"?":{"dl":"*"}}"#, "/x", .unmatched),
      (16, #"{"?":{"dl":"*","in_app":"true"}}"#, "/x?lang=en&in_app=true&dl=a", .opens),
      (17, #"{"?":{"id":"42"}}"#, "/x?id=7&id=42", .opens), (18, ##"{"#":"*"}"##, "/x", .unmatched),
      (19, #"{"/":"/foo*.bar"}"#, "/foo.bar.bar", .unmatched),
      (20, #"{"?":"a=1"}"#, "/x?a=1", .uncertain), (21, #"{"/":"/a b"}"#, "/a%20b", .opens),
    ] as [(Int, String, String, AssociationAnswer.Verdict)]
  )
  func rowsOfRules(
    _ row: Int,
    _ rules: String,
    _ path: String,
    _ expected: AssociationAnswer.Verdict
  ) {
    #expect(verdict(links(statement(rules: rules)), app(), path) == expected)
  }

  @Test func row22RulesDoNotWidenTheManifest() {
    let app = app(paths: [.prefix("/shop")])
    let file = links(statement(rules: #"{"/":"*"}"#))
    #expect(verdict(file, app, "/blog") == .unmatched)
    #expect(verdict(file, app, "/shop/1") == .opens)
  }
}
