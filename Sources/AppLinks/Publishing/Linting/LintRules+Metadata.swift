extension LintRules {
  /// The codes that are reported whenever tags are read, and not only by the linter.
  ///
  /// They are about tags that cannot mean what they say. What is only unwise is left to the linter.
  static let inMetadata: Set<AppLinkDiagnostic.Code> = [
    .unknownPlatform, .unknownKey, .propertyTooDeep, .missingContent, .emptyValue, .paddedValue,
    .controlCharacter, .unparsableURL, .missingHost, .underscoreInScheme, .unparsableWebURL,
    .webURLNotWeb, .malformedShouldFallback, .ignoredWebTag, .misalignedTags,
  ]

  private static let inMetadataRules: [any LintRule.Type] = [
    PropertyRules.self, ContentRules.self, URLRules.self, GroupRules.self, WebRules.self,
  ]

  /// What is odd about tags, whatever they come from.
  ///
  /// - Parameters:
  ///   - tags: The tags.
  ///   - known: What is known to be odd already; it is not repeated.
  /// - Returns: What else is odd.
  /// - Complexity: O(*n* log *n*) in the number of tags.
  static func diagnostics(
    of tags: [AppLinkTag],
    besides known: [AppLinkDiagnostic]
  ) -> [AppLinkDiagnostic] {
    let subject = LintSubject(tags: tags, diagnostics: known)
    var report = LintReport(subject: subject)
    for rule in inMetadataRules { rule.check(subject, &report) }
    return report.findings(name: nil).filter { inMetadata.contains($0.code) }.map { finding in
      AppLinkDiagnostic(
        code: finding.code,
        message: [finding.subject.map { "\($0):" }, finding.message, finding.advice]
          .compactMap(\.self).joined(separator: " "),
        line: finding.line,
        column: finding.column
      )
    }
  }
}
