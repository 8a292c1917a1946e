internal import AppLinks

/// A family of rules: what it can find, and how.
protocol LintRule: Sendable {
  /// What each code of the family means.
  static var explanations: [LintExplanation] { get }

  /// Looks for everything that the family knows.
  static func check(_ subject: LintSubject, _ report: inout LintReport)
}

/// All rules.
enum LintRules {
  static let all: [any LintRule.Type] = [
    PlaceRules.self, CharsetRules.self, LimitRules.self, PropertyRules.self, ContentRules.self,
    URLRules.self, TargetRules.self, IdentifierRules.self, GroupRules.self, DuplicateRules.self,
    WebRules.self,
  ]

  static let explanations: [AppLinkDiagnostic.Code: LintExplanation] = {
    let pairs = all.flatMap { $0.explanations }.map { ($0.code, $0) }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// What is found about a page or a description, in the order of the tags, the worst first at one
  /// place.
  ///
  /// - Parameters:
  ///   - subject: What to look at.
  ///   - name: The name of a tag, or of a key that is missing there; by default the property.
  /// - Returns: The findings.
  static func findings(
    about subject: LintSubject,
    name: ((_ tag: Int, _ key: String?) -> String?)? = nil
  ) -> [LintFinding] {
    var report = LintReport(subject: subject)
    for rule in all { rule.check(subject, &report) }
    return report.findings(name: name)
  }
}
