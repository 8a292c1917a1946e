import AppLinks
import AppLinksPublishing
import AppLinksResolving
import ToolSupport

/// The findings about pages, for people and for the logs of continuous integration.
struct LintReport {
  let pages: [LintedPage]

  /// The severity of the worst finding.
  var worst: LintFinding.Severity { findings.map(\.severity).max() ?? .note }

  /// The number of pages that could not be read.
  var unreadCount: Int { pages.count { $0.error != nil } }

  /// Whether at least one page was read.
  var hasReadPage: Bool { unreadCount < pages.count }

  private var findings: [LintFinding] { pages.flatMap(\.findings) }

  /// Returns a line for each finding.
  func lines(_ style: TextStyle) -> String {
    pages.flatMap { linted in
      linted.findings.map { line($0, linted.page.shownName, style) }
    }.joined()
  }

  private func line(_ finding: LintFinding, _ page: String, _ style: TextStyle) -> String {
    let place = finding.line.map { "\($0):\(finding.column ?? 1):" } ?? ""
    let subject = finding.subject.map { "\($0): " } ?? ""
    return style("\(page):\(place)".printable, .bold) + " "
      + style("\(finding.severity.rawValue):", LintReport.look(of: finding.severity))
      + " \(subject)\(finding.message)\(finding.advice.isEmpty ? "" : " \(finding.advice)") "
      .printable
      + style("[\(finding.code)]".printable, .dim) + "\n"
  }

  /// Returns the line that counts the findings.
  func summary(_ style: TextStyle) -> String { summaryText(style) + "\n" }

  private func summaryText(_ style: TextStyle) -> String {
    let counts = LintFinding.Severity.allCases.reversed().compactMap { severity in
      let count = count(severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    let readCount = pages.count - unreadCount
    let place = pages.count == 1 ? "" : " in \(readCount) page\(readCount == 1 ? "" : "s")"
    let end = unreadCount == 0 ? "" : " \(unreadCount) of \(pages.count) pages could not be read."
    if counts.isEmpty { return style("No findings\(place).", .green) + end }
    let hint = "; 'applinks lint --explain CODE' explains a code."
    return counts.joined(separator: ", ") + place + (worst > .note ? hint : ".") + end
  }

  /// Returns the number of findings with a severity.
  func count(_ severity: LintFinding.Severity) -> Int {
    findings.count { $0.severity == severity }
  }

  static func look(of severity: LintFinding.Severity) -> TextStyle.Look {
    switch severity {
    case .note: .blue
    case .warning: .yellow
    case .error: .red
    }
  }

  /// Returns the irregularities of the transfer as findings about the page.
  static func findings(_ diagnostics: [AppLinkDiagnostic]) -> [LintFinding] {
    diagnostics.map { diagnostic in
      LintFinding(
        code: diagnostic.code,
        severity: .error,
        message: diagnostic.message,
        advice: diagnostic.code == "error-status" ? "Check the URL, or try again later." : ""
      )
    }
  }

  /// Returns the explanation of a code.
  static func text(_ explanation: LintExplanation, _ style: TextStyle) -> String {
    let example = explanation.example.split(separator: "\n").map { "  \($0)\n" }
    return style(explanation.code.rawValue, .bold)
      + " (\(style(explanation.severity.rawValue, look(of: explanation.severity))))\n"
      + "\(explanation.summary) \(explanation.advice)\n\nFor example:\n" + example.joined()
  }
}
