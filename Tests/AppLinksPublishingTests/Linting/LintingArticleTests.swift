import AppLinks
import AppLinksPublishing
import Testing

/// Compares the article that lists all findings with the linter.
@Suite struct LintingArticleTests {
  private let sections: ArticleSections

  init() throws { sections = try ArticleSections(of: "LintingPages") }

  @Test(arguments: LintExplanation.all)
  func everyCodeIsDocumented(_ explanation: LintExplanation) throws {
    try sections.expect(explanation, example: "```html \(explanation.example) ```")
  }

  @Test func nothingElseIs() {
    #expect(sections.codes == Set(LintExplanation.all.map(\.code.rawValue)))
  }
}
