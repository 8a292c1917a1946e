import AppLinks
import AppLinksPublishing
import Testing

/// Parts of statements that are missing or of another type.
@Suite struct AssetLinksPartsTests {
  private static let relation = #""relation":["\#(AssetLinks.handleAllURLs)"]"#
  private static let target =
    #""target":{"namespace":"android_app","package_name":"a.b","#
    + #""sha256_cert_fingerprints":["\#(Fingerprint.play)"]}"#

  /// The codes of the findings about a statement beside a good one.
  private func codes(_ statement: String) -> String {
    AssetLinks(parsing: "[\(AppLinksPublishingTests.statement()),\(statement)]")
      .findings.map(\.code.rawValue).joined(separator: ",")
  }

  @Test(
    arguments: [
      ("{\(target)}", "broken-statement"), ("{\(relation)}", "broken-statement"),
      (#"{"relation":[],\#(target)}"#, "broken-statement"),
      (#"{"relation":["a/b",5],\#(target)}"#, "wrong-type"),
      (#"{\#(relation),"target":5}"#, "malformed-target"),
      (#"{\#(relation),"target":{}}"#, "malformed-target"),
      (#"{\#(relation),"target":{"namespace":"ios"}}"#, "malformed-target"),
      (#"{\#(relation),"target":{"namespace":"web"}}"#, "malformed-target"),
      (#"{\#(relation),"target":{"namespace":"android_app"}}"#, "malformed-target"),
      (
        #"{\#(relation),"target":{"namespace":"android_app","package_name":"a.b"}}"#,
        "no-fingerprint"
      ),
    ] as [(String, String)]
  )
  func statementsNeedTheirParts(_ statement: String, _ expected: String) {
    #expect(codes(statement) == expected)
  }

  @Test(
    arguments: [
      ("{}", ""), ("5", "malformed-dynamic-rule"),
      (#"{"\#(AssetLinks.handleAllURLs)":{}}"#, ""),
      (#"{"\#(AssetLinks.handleAllURLs)":5}"#, "malformed-dynamic-rule"),
      (
        #"{"\#(AssetLinks.handleAllURLs)":{"dynamic_app_link_components":5}}"#,
        "malformed-dynamic-rule"
      ),
    ] as [(String, String)]
  )
  func rulesNeedTheirPlace(_ extensions: String, _ expected: String) {
    let text = #"{\#(Self.relation),\#(Self.target),"relation_extensions":\#(extensions)}"#
    #expect(codes(text) == expected)
  }

  @Test func aShortFingerprintIsTakenForASHA1() throws {
    let short = Array(repeating: "A1", count: 20).joined(separator: ":")
    let file = links(statement(), statement(fingerprints: #""\#(short)""#))
    #expect(file.findings.map(\.code) == [.malformedFingerprint])
    #expect(try #require(file.findings.first).message.hasSuffix("It seems to be a SHA-1."))
  }

  private static let all = #""delegate_permission/common.handle_all_urls""#
  private static let fingerprint = Array(repeating: "A1", count: 32).joined(separator: ":")
  private static let shop =
    #""namespace":"android_app","package_name":"com.example.shop","#
    + #""sha256_cert_fingerprints":["\#(fingerprint)"]"#
  private static let app = #""relation":[\#(all)],"target":{\#(shop)}"#
  private static let rules = #""dynamic_app_link_components":[{"/":"/socks/*"}]"#

  @Test(arguments: [
    // In the statement, in the target, and in no relation or another one.
    #"\#(app),\#(rules)"#, #""relation":[\#(all)],"target":{\#(shop),\#(rules)}"#,
    #"\#(app),"relation_extensions":{\#(rules)}"#,
    #"\#(app),"relation_extensions":{"delegate_permission/common.get_login_creds":{\#(rules)}}"#,
    #""relation":[\#(all)],"target":{\#(shop),"relation_extensions":{\#(all):{\#(rules)}}}"#,
    #""relation":["delegate_permission/common.get_login_creds"],"target":{\#(shop)},"#
      + #""relation_extensions":{\#(all):{\#(rules)}}"#,
    #""include":"https://e.com/more.json",\#(rules)"#,
  ])
  func dynamicRulesInAnotherPlaceAreFound(_ members: String) {
    let right = #"{\#(Self.app),"relation_extensions":{\#(Self.all):{\#(Self.rules)}}}"#
    #expect(AssetLinks(parsing: "[\(right)]").findings == [])
    let file = AssetLinks(parsing: "[\(right.replacing("shop", with: "more")),{\(members)}]")
    #expect(file.findings.map(\.code) == [.misplacedDynamicRules])
    #expect(file.findings.first?.severity == .error)
    #expect(file.findings.first?.subject?.hasPrefix("[1]") == true)
  }

  @Test func statementsAreLimited() {
    let one = #"{"relation":["a/b"],"target":{"namespace":"web","site":"https://e.com"}}"#
    let many = Array(repeating: one, count: 2_000).joined(separator: ",")
    let file = AssetLinks(parsing: "[\(statement()),\(many)]")
    #expect(file.findings.map(\.code) == [.associationLimit])
    #expect(file.statements.count == 2_000)
    #expect(file.answer(for: "https://e.com/a", at: "e.com").verdict == .uncertain)
  }

  @Test func whatIsWrittenIncludesAndNamesSites() {
    let file = AssetLinks(
      statements: [.init(relations: ["a/b"], target: .site("https://shop.example"))],
      includes: ["https://e.com/more.json"]
    )
    let read = AssetLinks(parsing: file.encoded())
    #expect(read.findings == [])
    #expect(read.includes == file.includes)
    #expect(read.statements.map(\.target) == [.site("https://shop.example")])
  }
}
