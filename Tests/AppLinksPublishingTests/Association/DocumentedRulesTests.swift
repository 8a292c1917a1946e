import AppLinksPublishing
import Testing

/// Compares answers with what Apple and Google document, with their tools, and with their sources.
@Suite struct DocumentedRulesTests {
  @Test(arguments: DocumentedRule.apple)
  func answersFollowTheRulesOfApple(_ rule: DocumentedRule) { check(rule) }

  @Test(arguments: DocumentedRule.google)
  func answersFollowTheRulesOfGoogle(_ rule: DocumentedRule) { check(rule) }

  private func check(_ rule: DocumentedRule) {
    for (url, verdict) in rule.cases {
      let answer = rule.answer(url)
      // A file answers for no other host.
      let found = answer.apps.first?.verdict ?? .unmatched
      #expect(found == verdict, "\(answer)")
    }
  }

  @Test func everySourceIsInTheTable() {
    let all = DocumentedRule.apple + DocumentedRule.google
    #expect(Set(all.map(\.source)) == Set(DocumentedRule.Source.allCases))
    #expect(DocumentedRule.apple.allSatisfy { $0.source.isOfApple })
    #expect(!DocumentedRule.google.contains { $0.source.isOfApple })
    #expect(DocumentedRule.apple.map(\.cases.count).reduce(0, +) >= 85)
    #expect(DocumentedRule.google.map(\.cases.count).reduce(0, +) >= 52)
  }
}
