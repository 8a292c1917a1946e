extension AppLinkDiagnostic.Code {
  /// A tag with a key has no attribute `content`.
  public static let missingContent = Self(rawValue: "missing-content")

  /// A value is empty.
  public static let emptyValue = Self(rawValue: "empty-value")

  /// A value has white space around it, which readers take as a part of it.
  public static let paddedValue = Self(rawValue: "padded-value")

  /// A value has a line break or another control character in it.
  public static let controlCharacter = Self(rawValue: "control-character")

  /// A value of a marker, such as `al:ios`, which nobody reads.
  public static let markerWithContent = Self(rawValue: "marker-with-content")
}

/// Whether tags have values.
enum ContentRules: LintRule {
  static let explanations = [
    LintExplanation(
      .missingContent,
      .error,
      "A tag has no attribute 'content', so its key has no value.",
      advice: "Put the value into 'content'.",
      example: """
        <meta property="al:ios:url" value="shop://socks/7">
        """
    ),
    LintExplanation(
      .emptyValue,
      .error,
      "A value is empty.",
      advice: "Write the value, or remove the tag.",
      example: """
        <meta property="al:ios:url" content="">
        """
    ),
    LintExplanation(
      .paddedValue,
      .error,
      "A value has white space around it, which readers take as a part of it.",
      advice: "Remove the white space.",
      example: """
        <meta property="al:web:should_fallback" content="false ">
        """
    ),
    LintExplanation(
      .controlCharacter,
      .error,
      "A value has a line break or another control character in it.",
      advice: "Remove it.",
      example: """
        <meta property="al:ios:app_name" content="My
        Shop">
        """
    ),
    LintExplanation(
      .markerWithContent,
      .warning,
      "A tag that begins a group has a value, which nobody reads.",
      advice: "Remove 'content', or name the key that is meant, as in 'al:ios:url'.",
      example: """
        <meta property="al:ios" content="shop://socks/7">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    for group in subject.groups {
      guard let keys = TagVocabulary.keys[group.platform] else { continue }
      if let marker = group.marker, let value = subject.tags[marker].content, !value.isEmpty {
        report.add(.markerWithContent, at: marker, "Nobody reads the value '\(shown(value))'.")
      }
      for key in keys {
        for entry in group[key] where !entry.isImplied && !subject.isCut(entry.tag) {
          check(entry, &report)
        }
      }
    }
  }

  private static func check(_ entry: TagGroup.Entry, _ report: inout LintReport) {
    guard let value = entry.value else {
      report.add(.missingContent, at: entry.tag, "The tag has no 'content'.")
      return
    }
    if value.trimmingHTMLSpace.isEmpty {
      report.add(.emptyValue, at: entry.tag, "The value is empty.")
    } else if value != value.trimmingHTMLSpace {
      let message = "There is white space around '\(shown(value))', and it is a part of the value."
      report.add(.paddedValue, at: entry.tag, message)
    } else if value.unicodeScalars.contains(where: \.isControl) {
      let message = "There is a line break or another control character in '\(shown(value))'."
      report.add(.controlCharacter, at: entry.tag, message)
    }
  }
}
