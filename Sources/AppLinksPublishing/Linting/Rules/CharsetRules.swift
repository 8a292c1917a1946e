package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let pageNotUTF8 = Self(rawValue: "page-not-utf8")
}

/// Rules about the encoding of the text in tags.
enum CharsetRules: LintRule {
  static let explanations = [
    LintExplanation(
      .pageNotUTF8,
      .warning,
      "The page is not in UTF-8 or declares another charset. Readers may see different text.",
      advice: "Send the page in UTF-8, and declare it in '<meta charset=\"utf-8\">' and in "
        + "the header.",
      example: """
        <meta charset="iso-8859-1">
        """
    ),
    LintExplanation(
      .unknownCharset,
      .warning,
      "The page or its header declares a charset that does not exist or is not supported.",
      advice: "Use UTF-8, and declare it as 'utf-8'.",
      example: """
        <meta charset="utf-99">
        """
    ),
    LintExplanation(
      .malformedText,
      .error,
      "A tag contains bytes that are not text in the charset of the page.",
      advice: "Correct the encoding of the page.",
      example: """
        <meta property="al:ios:app_name" content="Caf…">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    guard let page = subject.page else { return }
    checkPage(page, &report)
    for diagnostic in page.diagnostics {
      guard [.unknownCharset, .malformedText].contains(diagnostic.code) else { continue }
      report.add(
        diagnostic.code,
        line: diagnostic.line,
        column: diagnostic.column,
        message(diagnostic, page)
      )
    }
  }

  private static func message(_ diagnostic: AppLinkDiagnostic, _ page: LintedPage) -> String {
    if diagnostic.code == .malformedText {
      return "The tag contains bytes that are not text in the charset of the page."
    }
    guard diagnostic.line == nil else {
      return "'\(shown(page.declaredCharset?.text ?? ""))' is not a supported charset."
    }
    return "The header declares the charset '\(shown(page.headerCharset ?? ""))', which is not "
      + "supported."
  }

  private static func checkPage(_ page: LintedPage, _ report: inout LintReport) {
    if let declared = page.declaredCharset, let charset = Charset(label: declared.text),
      charset != .utf8
    {
      let message = "The page declares the charset '\(shown(declared.text))'."
      report.add(.pageNotUTF8, line: declared.place.line, column: declared.place.column, message)
    } else if let label = page.headerCharset, let charset = Charset(label: label),
      charset != .utf8
    {
      let message = "The header declares the charset '\(shown(label))'."
      report.add(.pageNotUTF8, line: nil, column: nil, message)
    } else if page.isUTF16 {
      report.add(.pageNotUTF8, line: nil, column: nil, "The page is in UTF-16.")
    } else if let place = page.malformedPlace {
      let message = "The page contains bytes here that are not UTF-8."
      report.add(.pageNotUTF8, line: place.line, column: place.column, message)
    }
  }
}
