public import AppLinks

/// The explanations of all findings about contradictions.
enum ConsistencyExplanations {
  static let all = page + host + site

  static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
}

extension LintExplanation {
  /// The explanations of all codes of a ``ConsistencyLinter``.
  ///
  /// <doc:LintingSites> lists the same texts.
  public static var consistency: [LintExplanation] { ConsistencyExplanations.all }

  /// Returns the explanation of a code.
  ///
  /// - Parameter code: A code, as in a ``LintFinding`` about a page or about an association file.
  /// - Returns: The explanation, or `nil` if no finding has the code.
  public static func of(_ code: AppLinkDiagnostic.Code) -> LintExplanation? {
    LintRules.explanations[code] ?? AssociationExplanations.byCode[code]
      ?? ConsistencyExplanations.byCode[code]
  }
}
