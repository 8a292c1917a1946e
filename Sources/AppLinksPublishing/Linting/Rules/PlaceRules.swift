package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let noTags = Self(rawValue: "no-tags")
  package static let noApps = Self(rawValue: "no-apps")
  package static let tagInBody = Self(rawValue: "tag-in-body")
  package static let hiddenTag = Self(rawValue: "hidden-tag")
}

/// Rules about the presence of tags and their place.
enum PlaceRules: LintRule {
  static let explanations = [
    LintExplanation(
      .noTags,
      .error,
      "The page has no App Links tags, so readers find no app for it.",
      advice: "Add tags such as '<meta property=\"al:ios:url\" content=\"…\">' to "
        + "the head of the page.",
      example: "<head><title>Socks</title></head>"
    ),
    LintExplanation(
      .noApps,
      .error,
      "The page has App Links tags, but none of them describes an app, so readers find no app for "
        + "it.",
      advice: "Add tags such as '<meta property=\"al:ios:url\" content=\"…\">' for each app, or "
        + "remove the others.",
      example: """
        <meta property="al:web:url" content="https://shop.example/socks/7">
        """
    ),
    LintExplanation(
      .tagInBody,
      .warning,
      "A tag is after the end of the head. Readers that stop there do not find it.",
      advice: "Move the tag into the head.",
      example: """
        <head><title>Socks</title></head>
        <body><meta property="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .hiddenTag,
      .warning,
      """
      Text that looks like a tag is in a comment, in a template, or in an element whose content \
      is text, so readers do not find it.
      """,
      advice: "Move the tag out, or remove it if you do not need it.",
      example: """
        <noscript><meta property="al:ios:url" content="shop://socks/7"></noscript>
        """
    ),
    LintExplanation(
      .nameInsteadOfProperty,
      .error,
      "An App Links property is in the 'name' attribute, where readers ignore it.",
      advice: "Write 'property' instead of 'name'.",
      example: """
        <meta name="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .inexactProperty,
      .error,
      "A property has uppercase letters in 'al:' or white space before it, so readers ignore it.",
      advice: "Write it in lowercase and without white space.",
      example: """
        <meta property="AL:ios:url" content="shop://socks/7">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    if subject.tags.isEmpty {
      // A page can have lost its tags. An empty description results in no tags, as expected.
      let isPage = subject.page != nil
      report.add(
        .noTags,
        "\(isPage ? "The page" : "The description") has no App Links tags that readers find.",
        severity: isPage ? .error : .warning
      )
    }
    guard let page = subject.page else { return }
    if !subject.tags.isEmpty, subject.appGroups.allSatisfy({ $0.rowCount == 0 }) {
      report.add(.noApps, "The page has App Links tags, but none of them describes an app.")
    }
    for tag in page.bodyTags {
      report.add(.tagInBody, at: tag, "The tag is after the end of the head.")
    }
    for found in page.hidden {
      report.add(
        .hiddenTag,
        line: found.place.line,
        column: found.place.column,
        subject: shown(found.text),
        "The tag is in \(found.container ?? "something else"), where readers do not find it."
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
