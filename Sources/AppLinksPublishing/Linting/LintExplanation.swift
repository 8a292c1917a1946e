public import AppLinks

/// What a code of the linter means in general.
public struct LintExplanation: Sendable, Hashable, Codable {
  /// The code.
  public let code: AppLinkDiagnostic.Code

  /// How bad such findings are.
  public let severity: LintFinding.Severity

  /// What is wrong, in a sentence or two.
  public let summary: String

  /// What to do about it, in a sentence or two.
  public let advice: String

  /// A piece of a page with such a mistake.
  public let example: String

  /// All codes that the linter gives, family by family.
  public static var all: [LintExplanation] { LintRules.all.flatMap { $0.explanations } }

  /// Explains a code.
  ///
  /// - Parameter code: A code, as in a ``LintFinding``.
  /// - Returns: The explanation; `nil` if the linter does not give such a code.
  public static func of(_ code: AppLinkDiagnostic.Code) -> LintExplanation? {
    LintRules.explanations[code]
  }

  init(
    _ code: AppLinkDiagnostic.Code,
    _ severity: LintFinding.Severity,
    _ summary: String,
    advice: String,
    example: String
  ) {
    self.code = code
    self.severity = severity
    self.summary = summary
    self.advice = advice
    self.example = example
  }
}
