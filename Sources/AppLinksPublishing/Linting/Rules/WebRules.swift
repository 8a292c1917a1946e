package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let relativeWebURL = Self(rawValue: "relative-web-url")
  package static let missingWebURL = Self(rawValue: "missing-web-url")
  package static let deadEnd = Self(rawValue: "dead-end")
}

/// Rules about the fallback for people without the app.
enum WebRules: LintRule {
  static let explanations = [
    LintExplanation(
      .unparsableWebURL,
      .error,
      "The 'al:web:url' is not a URL. Readers use the page itself or nothing.",
      advice: TagFault.usualAdvice(for: .unparsableWebURL),
      example: """
        <meta property="al:web:url" content="https://shop.example/socks and shoes">
        """
    ),
    LintExplanation(
      .webURLNotWeb,
      .error,
      "The 'al:web:url' is not an http or https URL, so a browser cannot show it. Readers use "
        + "the page itself.",
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
      The 'al:web:should_fallback' is neither 'true' nor 'false'. Readers treat 'no' and '0' as \
      'false' and any other value as 'true'.
      """,
      advice: TagFault.usualAdvice(for: .malformedShouldFallback),
      example: """
        <meta property="al:web:should_fallback" content="never">
        """
    ),
    LintExplanation(
      .ignoredWebTag,
      .warning,
      "Only the first web tag of each kind has an effect, and no URL if 'should_fallback' is "
        + "'false'.",
      advice: TagFault.usualAdvice(for: .ignoredWebTag),
      example: """
        <meta property="al:web:url" content="https://shop.example/socks/7">
        <meta property="al:web:url" content="https://shop.example/">
        """
    ),
    LintExplanation(
      .missingWebURL,
      .note,
      "There is no 'al:web:url', so people without the app stay on the page itself.",
      advice: "If this is intended, no change is necessary.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .deadEnd,
      .warning,
      """
      The 'al:web:should_fallback' is 'false' and no app has a store identifier, so people \
      without the app cannot open anything.
      """,
      advice: "Allow the fallback to the web, or add the store identifier of the app.",
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
      if !hasStore { report.add(.deadEnd, at: tag, "People without the app cannot open anything.") }
    } else if subject.page != nil, subject.webGroups.first?["url"].isEmpty ?? true {
      report.add(.missingWebURL, "People without the app stay on the page itself.")
    }
  }
}
