public import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  /// The page has no tags of App Links that a reader sees.
  public static let noTags = Self(rawValue: "no-tags")

  /// A tag is not in the head of the page.
  public static let tagInBody = Self(rawValue: "tag-in-body")

  /// A tag is in a comment or in an element in which readers see no tags.
  public static let hiddenTag = Self(rawValue: "hidden-tag")
}

/// Whether there are tags, and where readers see them.
enum PlaceRules: LintRule {
  static let explanations = [
    LintExplanation(
      .noTags,
      .error,
      "The page has no App Links tags, so no app is found for it.",
      advice: "Put tags such as '<meta property=\"al:ios:url\" content=\"…\">' into its head.",
      example: "<head><title>Socks</title></head>"
    ),
    LintExplanation(
      .tagInBody,
      .warning,
      "A tag is behind the end of the head, where readers that stop there do not find it.",
      advice: "Move it into the head.",
      example: """
        <head><title>Socks</title></head>
        <body><meta property="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .hiddenTag,
      .warning,
      """
      What looks like a tag is in a comment, in a template, or in an element whose content is text, and \
      no reader sees it.
      """,
      advice: "Move it out of there, or remove it if it is not wanted.",
      example: """
        <noscript><meta property="al:ios:url" content="shop://socks/7"></noscript>
        """
    ),
    LintExplanation(
      .nameInsteadOfProperty,
      .error,
      "A property of App Links is in the attribute 'name', where readers ignore it.",
      advice: "Write 'property' instead of 'name'.",
      example: """
        <meta name="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .inexactProperty,
      .error,
      "A property has capital letters in 'al:', or white space before it, and readers ignore it.",
      advice: "Write it in small letters and without white space.",
      example: """
        <meta property="AL:ios:url" content="shop://socks/7">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    if subject.tags.isEmpty {
      // A page may have lost its tags; to describe nothing writes none, as asked.
      let isPage = subject.page != nil
      report.add(
        .noTags,
        "\(isPage ? "The page" : "The description") has no App Links tags that a reader sees.",
        severity: isPage ? .error : .warning
      )
    }
    guard let page = subject.page else { return }
    for tag in page.bodyTags {
      report.add(.tagInBody, at: tag, "The tag is behind the end of the head.")
    }
    for found in page.hidden {
      report.add(
        .hiddenTag,
        line: found.place.line,
        column: found.place.column,
        subject: shown(found.text),
        "The tag is in \(found.container ?? "something else"), where no reader sees it."
      )
    }
    for diagnostic in page.diagnostics {
      guard [.nameInsteadOfProperty, .inexactProperty].contains(diagnostic.code) else { continue }
      let place = LintedPage.Place(line: diagnostic.line ?? 0, column: diagnostic.column ?? 0)
      report.add(
        diagnostic.code,
        line: diagnostic.line,
        column: diagnostic.column,
        subject: page.nearMisses[place].map { shown($0) },
        LintRules.explanations[diagnostic.code]?.summary ?? diagnostic.message
      )
    }
  }
}
