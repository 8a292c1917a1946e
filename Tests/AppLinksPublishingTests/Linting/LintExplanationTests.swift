import AppLinks
import AppLinksPublishing
import Testing

@Suite struct LintExplanationTests {
  /// Codes whose examples would be too long or could not be text.
  private static let abridged = [
    "page-too-long", "tag-behind-limit", "too-many-tags", "value-too-long", "malformed-text",
  ]

  @Test(arguments: LintExplanation.all.filter { !abridged.contains($0.code.rawValue) })
  func theExampleGivesTheFinding(_ explanation: LintExplanation) throws {
    let findings = AppLinkLinter().lint(explanation.example)
    let finding = try #require(findings.first { $0.code == explanation.code })
    #expect(finding.severity == explanation.severity)
    #expect(!finding.message.isEmpty && !finding.advice.isEmpty)
  }

  @Test func codesAreSpeltAlike() {
    let codes = LintExplanation.all.map(\.code.rawValue)
    #expect(Set(codes).count == codes.count)
    for code in codes { #expect(code.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "8" }) }
  }

  @Test func textsAreSentences() {
    for explanation in LintExplanation.all {
      for text in [explanation.summary, explanation.advice] {
        #expect(text.first?.isUppercase == true && text.last == ".", "\(explanation.code): \(text)")
        #expect(!text.contains("\n"))
      }
    }
  }

  @Test func codesCanBeLookedUp() {
    #expect(LintExplanation.of(.missingPackage)?.severity == .error)
    for explanation in LintExplanation.all + LintExplanation.associationFiles {
      #expect(LintExplanation.of(explanation.code) == explanation)
    }
    #expect(LintExplanation.of(.init(rawValue: "nothing-of-the-kind")) == nil)
  }
}
