package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let missingScheme = Self(rawValue: "missing-scheme")
  package static let refusedScheme = Self(rawValue: "refused-scheme")
  package static let sensitiveScheme = Self(rawValue: "sensitive-scheme")
  package static let insecureURL = Self(rawValue: "insecure-url")
  package static let unescapedURL = Self(rawValue: "unescaped-url")
  package static let dataInURL = Self(rawValue: "data-in-url")
  package static let urlEscapedTwice = Self(rawValue: "url-escaped-twice")
}

/// Rules about the URLs of apps.
enum URLRules: LintRule {
  static let explanations = [
    LintExplanation(
      .unparsableURL,
      .error,
      "The URL of an app is not valid, so readers skip it.",
      advice: TagFault.usualAdvice(for: .unparsableURL),
      example: """
        <meta property="al:ios:url" content="shop://socks and shoes">
        """
    ),
    LintExplanation(
      .missingScheme,
      .error,
      "The URL of an app has no scheme, so readers cannot open it.",
      advice: "Write the whole URL, as in 'shop://socks/7'.",
      example: """
        <meta property="al:ios:url" content="/socks/7">
        """
    ),
    LintExplanation(
      .missingHost,
      .error,
      "An http or https URL has no host, so neither a browser nor an app can load it.",
      advice: TagFault.usualAdvice(for: .missingHost),
      example: """
        <meta property="al:web:url" content="https:shop.example/socks/7">
        """
    ),
    LintExplanation(
      .underscoreInScheme,
      .warning,
      "A scheme contains an underscore, which the URL grammar does not allow. Strict readers "
        + "skip the URL.",
      advice: TagFault.usualAdvice(for: .underscoreInScheme),
      example: """
        <meta property="al:ios:url" content="my_shop://socks/7">
        """
    ),
    LintExplanation(
      .refusedScheme,
      .error,
      "A URL has a scheme for scripts, files or system components, so readers refuse it.",
      advice: "Use the scheme of an app, or 'https'.",
      example: """
        <meta property="al:ios:url" content="javascript:alert(1)">
        """
    ),
    LintExplanation(
      .sensitiveScheme,
      .warning,
      "A URL starts a call, connects to a server or changes settings. Readers ask the user or "
        + "refuse it.",
      advice: "Use the scheme of an app, or 'https'.",
      example: """
        <meta property="al:ios:url" content="tel:+15550100">
        """
    ),
    LintExplanation(
      .insecureURL,
      .warning,
      "A URL begins with 'http:', so others can read and change the page in transit.",
      advice: "Write 'https:'.",
      example: """
        <meta property="al:web:url" content="http://shop.example/socks/7">
        """
    ),
    LintExplanation(
      .unescapedURL,
      .warning,
      "A URL contains characters outside ASCII, which some readers do not accept.",
      advice: "Escape them as UTF-8, as in '%C3%A9'.",
      example: """
        <meta property="al:ios:url" content="shop://café">
        """
    ),
    LintExplanation(
      .dataInURL,
      .warning,
      "A URL has the parameter 'al_applink_data', which readers replace.",
      advice: "Remove the parameter.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7?al_applink_data=%7B%7D">
        """
    ),
    LintExplanation(
      .urlEscapedTwice,
      .warning,
      "A URL contains '&amp;' after the page is read, so it was escaped twice. The app finds "
        + "parameters such as 'amp;color'.",
      advice: "Escape the URL once: write '&amp;' in the page.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7?size=40&amp;amp;color=red">
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
      let message = "Readers do not open URLs with the scheme '\(scheme)' without asking the user."
      report.add(.sensitiveScheme, at: tag, message)
    }
  }

  /// Checks that apply to the URLs of both apps and the web.
  static func checkText(_ url: URLParts, _ tag: Int, _ report: inout LintReport) {
    if url.normalizedScheme == "http" {
      report.add(.insecureURL, at: tag, "'\(shown(url.text))' is not encrypted.")
    }
    if !url.text.utf8.allSatisfy({ $0 < 0x80 }) {
      report.add(.unescapedURL, at: tag, "'\(shown(url.text))' contains characters outside ASCII.")
    }
    if url.queryItems.contains(where: { $0.name == AppLink.dataParameter }) {
      report.add(.dataInURL, at: tag, "The URL has the parameter '\(AppLink.dataParameter)'.")
    }
    let text = url.text.lowercased()
    if let escape = ["&amp;", "&#38;", "&#x26;"].first(where: text.contains) {
      report.add(.urlEscapedTwice, at: tag, "'\(shown(url.text))' contains '\(escape)'.")
    }
  }
}
