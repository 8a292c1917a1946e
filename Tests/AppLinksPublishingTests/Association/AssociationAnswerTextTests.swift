import AppLinksPublishing
import Testing

@Suite struct AssociationAnswerTextTests {
  private func answer(_ entries: String, _ path: String, at domain: String = "e.com")
    -> AssociationAnswer
  {
    AppleAppSiteAssociation(parsing: #"{"applinks":{"details":[\#(entries)]}}"#)
      .answer(for: "https://e.com" + path, at: domain)
  }

  private func entry(_ rules: String, _ app: String = "a") -> String {
    #"{"appIDs":["ABCDE12345.\#(app)"],"components":[\#(rules)]}"#
  }

  @Test func saysThatNoAppOpensTheURL() {
    let none = answer("", "/a").description
    #expect(none.hasSuffix("\n  No app opens it: the file connects no app with the domain."))
    let other = answer(entry("{}"), "/a", at: "other.com").description
    #expect(other.hasSuffix("by the file of other.com:\n  No app opens it: its host is 'e.com'."))
  }

  @Test func saysThatARuleExcludes() throws {
    let app = try #require(answer(entry(#"{"/":"/a","exclude":true}"#), "/a").apps.first)
    #expect(
      app.description == "  ABCDE12345.a does not open it, a rule excludes it: line 1, "
        + #"details[0].components[0] {"/":"/a","exclude":true}."#
    )
    let rule = try #require(app.rule)
    #expect(app.steps.map(\.description) == ["\(rule) matches"])
  }

  @Test func saysThatItIsUncertainAndWhy() throws {
    let app = try #require(answer(entry(#"{"/":"/$(none)"}"#), "/a").apps.first)
    #expect(app.description.hasPrefix("  ABCDE12345.a may or may not open it, which is uncertain."))
    #expect(app.steps.map(\.outcome) == [.uncertain])
    #expect(app.steps[0].description.contains(#"{"/":"/$(none)"} may match: "#))
  }

  @Test func longAnswersAreCut() {
    let entries = (0..<52).map { entry(#"{"/":"/b"}"#, "a\($0)") }.joined(separator: ",")
    let many = answer(entries, "/a").description
    #expect(many.hasSuffix("\n  … and 2 more apps."))
    #expect(many.contains("ABCDE12345.a49 ") && !many.contains("ABCDE12345.a50 "))
    let rules = (0..<12).map { #"{"/":"/b\#($0)"}"# }.joined(separator: ",")
    let long = answer(entry(rules), "/a").description
    #expect(long.hasSuffix("\n    2 more rules were compared."))
  }

  @Test func aRuleThatWasNotParsedHasNoLine() {
    let file = AppleAppSiteAssociation(
      entries: [.init(appIDs: ["ABCDE12345.a"], rules: [.init(path: "/a")])]
    )
    let text = file.answer(for: "https://e.com/a", at: "e.com").description
    #expect(text.hasSuffix(#"may open it: details[0].components[0] {"/":"/a"}."#))
  }
}
