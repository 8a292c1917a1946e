package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let tagBehindLimit = Self(rawValue: "tag-behind-limit")
}

/// Rules about the limits for reading.
enum LimitRules: LintRule {
  private static let readers = limitText(AppLinkScanner.Options.usualMaximumBytes)

  static let explanations = [
    LintExplanation(
      .pageTooLong,
      .warning,
      "The page is longer than the limit, and tags after the limit are not found.",
      advice: "Put the tags near the beginning of the page.",
      example: "<head><style>…many bytes…</style>"
    ),
    LintExplanation(
      .tagBehindLimit,
      .error,
      "A tag is so far from the beginning of the page that readers, which read \(readers), do not "
        + "find it.",
      advice: "Put the tag near the beginning of the page.",
      example: """
        <head><style>…\(readers)…</style>
        <meta property="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .tooManyTags,
      .error,
      "The page has more App Links tags than the limit, and the others are not found.",
      advice: "Remove tags that no device needs.",
      example: """
        <meta property="al:ios"><meta property="al:ios">…many more…
        """
    ),
    LintExplanation(
      .valueTooLong,
      .error,
      "A property or a value is longer than the limit and counts as missing.",
      advice: "Shorten it.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7?…many bytes…">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    guard let page = subject.page else { return }
    for tag in page.behindLimit {
      report.add(
        .tagBehindLimit,
        line: tag.line,
        column: tag.column,
        subject: shown(tag.property),
        "The tag is not within the first \(page.readersBytes) bytes, and readers do not find it."
      )
    }
    let known = Set(LintRules.explanations.keys).subtracting(explanations.map(\.code))
    for diagnostic in page.diagnostics where !known.contains(diagnostic.code) {
      let message =
        switch diagnostic.code {
        case .pageTooLong: "Only the first \(page.maximumBytes) bytes of the page were checked."
        case .tooManyTags: "Only the first \(page.options.maximumTags) App Links tags are read."
        case .valueTooLong:
          "More than \(page.options.maximumValueLength) bytes of a value are not read."
        default: diagnostic.message
        }
      report.add(diagnostic.code, line: diagnostic.line, column: diagnostic.column, message)
    }
  }
}
