package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let markerWithContent = Self(rawValue: "marker-with-content")
}

/// Rules about the values of tags.
enum ContentRules: LintRule {
  static let explanations = [
    LintExplanation(
      .missingContent,
      .error,
      "A tag has no 'content' attribute, so its key has no value.",
      advice: TagFault.usualAdvice(for: .missingContent),
      example: """
        <meta property="al:ios:url" value="shop://socks/7">
        """
    ),
    LintExplanation(
      .emptyValue,
      .error,
      "A value is empty.",
      advice: TagFault.usualAdvice(for: .emptyValue),
      example: """
        <meta property="al:ios:url" content="">
        """
    ),
    LintExplanation(
      .paddedValue,
      .error,
      "A value has white space around it, which readers treat as part of the value.",
      advice: TagFault.usualAdvice(for: .paddedValue),
      example: """
        <meta property="al:web:should_fallback" content="false ">
        """
    ),
    LintExplanation(
      .controlCharacter,
      .error,
      "A value contains a line break or another control character.",
      advice: TagFault.usualAdvice(for: .controlCharacter),
      example: """
        <meta property="al:ios:app_name" content="My
        Shop">
        """
    ),
    LintExplanation(
      .markerWithContent,
      .warning,
      "A tag that begins a group has a value, which readers ignore.",
      advice: "Remove 'content', or add the intended key, as in 'al:ios:url'.",
      example: """
        <meta property="al:ios" content="shop://socks/7">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    for group in subject.groups where TagVocabulary.keys[group.platform] != nil {
      if let marker = group.marker, let value = subject.tags[marker].content, !value.isEmpty {
        report.add(.markerWithContent, at: marker, "Readers ignore the value '\(shown(value))'.")
      }
    }
    report.add(TagFault.contents(of: subject.grouped))
  }
}
