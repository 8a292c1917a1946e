public import AppLinks

/// An explanation of a code of the linter.
public struct LintExplanation: Sendable, Hashable, Codable {
  /// The code.
  public let code: AppLinkDiagnostic.Code

  /// The severity of findings with this code.
  public let severity: LintFinding.Severity

  /// What is wrong, in a sentence or two.
  public let summary: String

  /// What to do about it, in a sentence or two.
  public let advice: String

  /// A part of a page with the mistake.
  public let example: String

  /// The explanations of all codes of the linter, by category.
  public static var all: [LintExplanation] { LintRules.all.flatMap { $0.explanations } }

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
