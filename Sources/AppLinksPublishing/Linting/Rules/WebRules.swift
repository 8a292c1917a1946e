public import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  /// The `al:web:url` is relative.
  public static let relativeWebURL = Self(rawValue: "relative-web-url")

  /// There is no `al:web:url`, and the page itself is taken.
  public static let missingWebURL = Self(rawValue: "missing-web-url")

  /// Who has no app gets nothing.
  public static let deadEnd = Self(rawValue: "dead-end")
}

/// Where people go who do not have the app.
enum WebRules: LintRule {
  static let explanations = [
    LintExplanation(
      .unparsableWebURL,
      .error,
      "The 'al:web:url' is not a URL. Readers take the page itself, or nothing.",
      advice: TagFault.usualAdvice(for: .unparsableWebURL),
      example: """
        <meta property="al:web:url" content="https://shop.example/socks and shoes">
        """
    ),
    LintExplanation(
      .webURLNotWeb,
      .error,
      "The 'al:web:url' is not of the web, so no browser shows it. Readers take the page itself.",
      advice: TagFault.usualAdvice(for: .webURLNotWeb),
      example: """
        <meta property="al:web:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .relativeWebURL,
      .warning,
      "The 'al:web:url' is relative, which some readers cannot open.",
      advice: "Write the whole URL, beginning with 'https:'.",
      example: """
        <meta property="al:web:url" content="/socks/7">
        """
    ),
    LintExplanation(
      .malformedShouldFallback,
      .error,
      """
      The 'al:web:should_fallback' is neither 'true' nor 'false'. Readers take 'no' and '0' as 'false', \
      and anything else as 'true'.
      """,
      advice: TagFault.usualAdvice(for: .malformedShouldFallback),
      example: """
        <meta property="al:web:should_fallback" content="never">
        """
    ),
    LintExplanation(
      .ignoredWebTag,
      .warning,
      "Only the first tag of each kind for the web counts, and none after 'should_fallback' is 'false'.",
      advice: TagFault.usualAdvice(for: .ignoredWebTag),
      example: """
        <meta property="al:web:url" content="https://shop.example/socks/7">
        <meta property="al:web:url" content="https://shop.example/">
        """
    ),
    LintExplanation(
      .missingWebURL,
      .note,
      "There is no 'al:web:url', so people without the app get the page itself.",
      advice: "Nothing has to be done if that is what you want.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .deadEnd,
      .warning,
      """
      The 'al:web:should_fallback' is 'false' and no app is named with a store, so people without the app \
      get nothing.
      """,
      advice: "Allow to fall back to the web, or add the identifier of the app in its store.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        <meta property="al:web:should_fallback" content="false">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    report.add(TagFault.web(of: subject.grouped))
    let first = subject.webGroups.first
    if let entry = first?["url"].first, let text = subject.plainValue(entry),
      URLText.parse(text) != nil
    {
      let url = URLParts(text)
      if url.normalizedScheme.isEmpty, !TagFault.lacksHost(url) {
        report.add(.relativeWebURL, at: entry.tag, "'\(shown(text))' is relative.")
      }
      URLRules.checkText(url, entry.tag, &report)
    }
    if subject.appGroups.isEmpty { return }
    let word = first?["should_fallback"].first?.value
    let isForbidden = word.map(AppLinkMetadata.forbidsWebFallback) ?? false
    checkWay(subject, isForbidden: isForbidden, &report)
  }

  private static func checkWay(
    _ subject: LintSubject,
    isForbidden: Bool,
    _ report: inout LintReport
  ) {
    if isForbidden {
      let hasStore = subject.appGroups.contains { group in
        ["app_store_id", "app_id", "package"].contains { !group[$0].isEmpty }
      }
      let tag = subject.webGroups.first?["should_fallback"].first?.tag
      if !hasStore { report.add(.deadEnd, at: tag, "People without the app get nothing.") }
    } else if subject.page != nil, subject.webGroups.first?["url"].isEmpty ?? true {
      report.add(.missingWebURL, "People without the app get the page itself.")
    }
  }
}
