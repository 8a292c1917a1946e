public import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  /// A URL of an app has no scheme.
  public static let missingScheme = Self(rawValue: "missing-scheme")

  /// A URL has a scheme that no reader should open.
  public static let refusedScheme = Self(rawValue: "refused-scheme")

  /// A URL has a scheme that does something outside of an app.
  public static let sensitiveScheme = Self(rawValue: "sensitive-scheme")

  /// A URL begins with `http:`.
  public static let insecureURL = Self(rawValue: "insecure-url")

  /// A URL has characters beyond ASCII.
  public static let unescapedURL = Self(rawValue: "unescaped-url")

  /// A URL has App Link data in it already.
  public static let dataInURL = Self(rawValue: "data-in-url")
}

/// Whether the URLs of apps can be opened.
enum URLRules: LintRule {
  static let explanations = [
    LintExplanation(
      .unparsableURL,
      .error,
      "What should be the URL of an app is not a URL, and readers skip it.",
      advice: TagFault.usualAdvice(for: .unparsableURL),
      example: """
        <meta property="al:ios:url" content="shop://socks and shoes">
        """
    ),
    LintExplanation(
      .missingScheme,
      .error,
      "The URL of an app has no scheme, so nothing can open it.",
      advice: "Write the whole URL, such as 'shop://socks/7'.",
      example: """
        <meta property="al:ios:url" content="/socks/7">
        """
    ),
    LintExplanation(
      .missingHost,
      .error,
      "A URL of the web has no host, so no browser and no app loads a page from it.",
      advice: TagFault.usualAdvice(for: .missingHost),
      example: """
        <meta property="al:web:url" content="https:shop.example/socks/7">
        """
    ),
    LintExplanation(
      .underscoreInScheme,
      .warning,
      "A scheme has an underscore in it, which the grammar of URLs forbids. Strict readers skip it.",
      advice: TagFault.usualAdvice(for: .underscoreInScheme),
      example: """
        <meta property="al:ios:url" content="my_shop://socks/7">
        """
    ),
    LintExplanation(
      .refusedScheme,
      .error,
      "A URL has a scheme for scripts, files or parts of a system. Readers refuse it.",
      advice: "Use the scheme of an app, or 'https'.",
      example: """
        <meta property="al:ios:url" content="javascript:alert(1)">
        """
    ),
    LintExplanation(
      .sensitiveScheme,
      .warning,
      "A URL would call, connect to a server or change settings. Readers ask the user or refuse.",
      advice: "Use the scheme of an app, or 'https'.",
      example: """
        <meta property="al:ios:url" content="tel:+15550100">
        """
    ),
    LintExplanation(
      .insecureURL,
      .warning,
      "A URL begins with 'http:', so that anybody on the way can read and change what is loaded.",
      advice: "Write 'https:'.",
      example: """
        <meta property="al:web:url" content="http://shop.example/socks/7">
        """
    ),
    LintExplanation(
      .unescapedURL,
      .warning,
      "A URL has characters beyond ASCII, which some readers take for no URL.",
      advice: "Escape them as UTF-8, such as '%C3%A9'.",
      example: """
        <meta property="al:ios:url" content="shop://café">
        """
    ),
    LintExplanation(
      .dataInURL,
      .warning,
      "A URL has the parameter 'al_applink_data', which readers replace by their own.",
      advice: "Remove the parameter.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7?al_applink_data=%7B%7D">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    report.add(TagFault.urls(of: subject.grouped))
    for group in subject.appGroups {
      for entry in group["url"] {
        guard let text = subject.plainValue(entry) else { continue }
        let url = URLParts(text)
        guard TagFault.isParsable(url) else { continue }
        checkScheme(url, entry.tag, &report)
        checkText(url, entry.tag, &report)
      }
    }
  }

  private static func checkScheme(_ url: URLParts, _ tag: Int, _ report: inout LintReport) {
    let scheme = url.normalizedScheme
    let policy = SchemePolicy.standard
    if scheme.isEmpty {
      report.add(.missingScheme, at: tag, "'\(shown(url.text))' has no scheme.")
    } else if policy.refusedSchemes.contains(scheme) {
      report.add(.refusedScheme, at: tag, "Readers refuse URLs with the scheme '\(scheme)'.")
    } else if policy.sensitiveSchemes.contains(scheme) {
      let message = "URLs with the scheme '\(scheme)' are not opened without asking the user."
      report.add(.sensitiveScheme, at: tag, message)
    }
  }

  /// Checks what is the same for apps and the web.
  static func checkText(_ url: URLParts, _ tag: Int, _ report: inout LintReport) {
    if url.normalizedScheme == "http" {
      report.add(.insecureURL, at: tag, "'\(shown(url.text))' is not secured.")
    }
    if !url.text.utf8.allSatisfy({ $0 < 0x80 }) {
      report.add(.unescapedURL, at: tag, "'\(shown(url.text))' has characters beyond ASCII.")
    }
    if url.queryItems.contains(where: { $0.name == AppLink.dataParameter }) {
      report.add(.dataInURL, at: tag, "The URL has the parameter '\(AppLink.dataParameter)'.")
    }
  }
}
