import AppLinks
import AppLinksPublishing
import Testing

/// Compares the article that lists all findings about association files with the explanations.
@Suite struct AssociationArticleTests {
  private let sections: ArticleSections

  init() throws { sections = try ArticleSections(of: "AssociationFiles") }

  @Test(arguments: LintExplanation.associationFiles)
  func everyCodeIsDocumented(_ explanation: LintExplanation) throws {
    try sections.expect(explanation, example: explanation.example)
  }

  @Test func nothingElseIs() {
    #expect(sections.codes == Set(LintExplanation.associationFiles.map(\.code.rawValue)))
  }
}
