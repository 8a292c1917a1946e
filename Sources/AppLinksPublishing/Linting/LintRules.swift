internal import AppLinks

/// A category of rules: its explanations and its check.
protocol LintRule: Sendable {
  /// The explanations of the codes in this category.
  static var explanations: [LintExplanation] { get }

  /// Adds all findings of this category to a report.
  static func check(_ subject: LintSubject, _ report: inout LintReport)
}

/// All categories of rules.
enum LintRules {
  static let all: [any LintRule.Type] = [
    PlaceRules.self, CharsetRules.self, LimitRules.self, PropertyRules.self, ContentRules.self,
    URLRules.self, TargetRules.self, IdentifierRules.self, GroupRules.self, DuplicateRules.self,
    WebRules.self, PlaceholderRules.self,
  ]

  static let explanations: [AppLinkDiagnostic.Code: LintExplanation] = {
    let pairs = all.flatMap { $0.explanations }.map { ($0.code, $0) }
    return Dictionary(pairs) { first, _ in first }
  }()

  /// Returns the findings about a page or a description in the order of the tags.
  ///
  /// At one position, errors come first.
  ///
  /// - Parameters:
  ///   - subject: The tags to check.
  ///   - name: A closure that returns the name of a tag, or of a key that is missing in its group.
  ///     The default name is the property.
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
