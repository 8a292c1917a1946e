import AppLinks
import AppLinksPublishing
import Testing

/// Compares the article that lists all findings about sites with the explanations.
@Suite struct ConsistencyArticleTests {
  private let sections: ArticleSections

  init() throws { sections = try ArticleSections(of: "LintingSites") }

  @Test(arguments: LintExplanation.consistency)
  func everyCodeIsDocumented(_ explanation: LintExplanation) throws {
    try sections.expect(explanation, example: explanation.example)
  }

  @Test func nothingElseIs() {
    #expect(sections.codes == Set(LintExplanation.consistency.map(\.code.rawValue)))
  }

  @Test(arguments: LintExplanation.consistency)
  func everyCodeHasOneExplanation(_ explanation: LintExplanation) {
    #expect(LintExplanation.of(explanation.code) == explanation)
    let others = LintExplanation.all + LintExplanation.associationFiles
    #expect(!others.contains { $0.code == explanation.code })
  }
}
