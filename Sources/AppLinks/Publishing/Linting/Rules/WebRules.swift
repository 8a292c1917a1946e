extension AppLinkDiagnostic.Code {
  /// The `al:web:url` is no URL, and the page itself is taken instead.
  public static let unparsableWebURL = Self(rawValue: "unparsable-web-url")

  /// The `al:web:url` has another scheme than those of the web, and the page itself is taken instead.
  public static let webURLNotWeb = Self(rawValue: "web-url-not-web")

  /// The `al:web:url` is relative.
  public static let relativeWebURL = Self(rawValue: "relative-web-url")

  /// The `al:web:should_fallback` is neither `true` nor `false`.
  public static let malformedShouldFallback = Self(rawValue: "malformed-should-fallback")

  /// A tag of the web that does not count, because another one does.
  public static let ignoredWebTag = Self(rawValue: "ignored-web-tag")

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
      advice: "Escape spaces and other characters that a URL must not contain, such as '%20'.",
      example: """
        <meta property="al:web:url" content="https://shop.example/socks and shoes">
        """
    ),
    LintExplanation(
      .webURLNotWeb,
      .error,
      "The 'al:web:url' is not of the web, so no browser shows it. Readers take the page itself.",
      advice: "Write a URL that begins with 'https:'.",
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
      advice: "Write 'false', or remove the tag.",
      example: """
        <meta property="al:web:should_fallback" content="never">
        """
    ),
    LintExplanation(
      .ignoredWebTag,
      .warning,
      "Only the first tag of each kind for the web counts, and none after 'should_fallback' is 'false'.",
      advice: "Remove it.",
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
    let first = subject.webGroups.first
    if let entry = first?["url"].first, let text = subject.plainValue(entry) {
      checkURL(text, entry.tag, &report)
    }
    var isForbidden = false
    if let entry = first?["should_fallback"].first, let word = entry.value?.lowercased() {
      isForbidden = ["no", "false", "0"].contains(word)
      if let word = subject.plainValue(entry)?.lowercased(), !["true", "false"].contains(word) {
        let meaning = isForbidden ? "false" : "true"
        report.add(
          .malformedShouldFallback,
          at: entry.tag,
          "'\(shown(word))' is neither 'true' nor 'false', and counts as '\(meaning)'.",
          advice: isForbidden ? "Write 'false'." : nil
        )
      }
    }
    checkIgnored(subject.webGroups, isForbidden: isForbidden, &report)
    if !subject.appGroups.isEmpty { checkWay(subject, isForbidden: isForbidden, &report) }
  }

  private static func checkURL(_ text: String, _ tag: Int, _ report: inout LintReport) {
    let url = URLParts(text)
    if URLText.parse(text) == nil {
      report.add(.unparsableWebURL, at: tag, "'\(shown(text))' is not a URL.")
      return
    }
    let lacksHost = url.isWeb ? !url.isWebPage : url.scheme == nil && url.host?.isEmpty == true
    if lacksHost {
      report.add(.missingHost, at: tag, "'\(shown(text))' has no host.")
    } else if url.normalizedScheme.isEmpty {
      report.add(.relativeWebURL, at: tag, "'\(shown(text))' is relative.")
    } else if !url.isWeb {
      let message = "'\(shown(text))' is not of the web."
      report.add(.webURLNotWeb, at: tag, message)
    }
    URLRules.checkText(url, tag, &report)
  }

  private static func checkIgnored(
    _ groups: [TagGroup],
    isForbidden: Bool,
    _ report: inout LintReport
  ) {
    for (index, group) in groups.enumerated() {
      for key in TagVocabulary.keys["web", default: []] {
        let isCounted = index == 0 && !(isForbidden && key == "url")
        for entry in group[key].dropFirst(isCounted ? 1 : 0) {
          let message =
            index == 0 && key == "url" && isForbidden
            ? "The URL does not count, because 'al:web:should_fallback' forbids the web."
            : "The tag does not count; only the first does."
          report.add(.ignoredWebTag, at: entry.tag, message)
        }
      }
    }
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
