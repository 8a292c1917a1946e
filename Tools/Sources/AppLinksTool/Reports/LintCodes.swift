import AppLinks
import AppLinksPublishing
import AppLinksResolving
import ToolSupport

/// The codes that `lint` prints: those of the linter, and those about the transfer of a page.
enum LintCodes {
  /// A code with its severity and one sentence about it.
  struct Entry {
    let code: AppLinkDiagnostic.Code
    let severity: LintFinding.Severity
    let summary: String
  }

  private static let ofTransfers = [
    Entry(
      code: "error-status",
      severity: .error,
      summary: "The server responded with the status of an error. Check the URL."
    ),
    Entry(
      code: "not-a-page",
      severity: .error,
      summary: "The response is not a page, so its content was not read. Link to a page."
    ),
    Entry(
      code: "redirect-not-followed",
      severity: .error,
      summary: "A redirect leads to something other than a web page. Link to the page itself."
    ),
  ]

  /// All codes in alphabetical order.
  static let all: [Entry] =
    ((LintExplanation.all + LintExplanation.associationFiles + LintExplanation.consistency).map {
      Entry(code: $0.code, severity: $0.severity, summary: $0.summary)
    }
    + ofTransfers).sorted { $0.code.rawValue < $1.code.rawValue }

  /// Returns all codes, with one line each.
  static func text(_ style: TextStyle) -> String {
    let rows = all.map { entry in
      [
        TextTable.Cell(entry.code.rawValue, .bold),
        .init(entry.severity.rawValue, LintReport.look(of: entry.severity)), .init(entry.summary),
      ]
    }
    return TextTable(["Code", "Severity", "Meaning"], rows: rows).rendered(style)
  }

  /// Returns the explanation of a code that is about the transfer of a page.
  static func transferText(_ code: String, _ style: TextStyle) -> String? {
    ofTransfers.first { $0.code.rawValue == code }.map { entry in
      style(entry.code.rawValue, .bold)
        + " (\(style(entry.severity.rawValue, LintReport.look(of: entry.severity))))\n"
        + entry.summary + "\n"
    }
  }
}
