import AppLinks

/// What is wrong with a page, for people and for the logs of continuous integration.
struct LintReport {
  let page: String
  let findings: [LintFinding]

  /// A line for each finding, and one that counts them.
  func text(_ style: TextStyle) -> String {
    findings.map { line($0, style) }.joined() + summary(style) + "\n"
  }

  private func line(_ finding: LintFinding, _ style: TextStyle) -> String {
    let place = finding.line.map { "\($0):\(finding.column ?? 1):" } ?? ""
    let subject = finding.subject.map { "\($0): " } ?? ""
    return style("\(page):\(place)".printable, .bold) + " "
      + style("\(finding.severity.rawValue):", LintReport.look(of: finding.severity))
      + " \(subject)\(finding.message)\(finding.advice.isEmpty ? "" : " \(finding.advice)") "
      .printable
      + style("[\(finding.code)]".printable, .dim) + "\n"
  }

  private func summary(_ style: TextStyle) -> String {
    let counts = LintFinding.Severity.allCases.reversed().compactMap { severity in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    if counts.isEmpty { return style("No mistakes.", .green) }
    let hint = "; 'applinks lint --explain CODE' tells more about a code."
    let isSerious = findings.contains { $0.severity > .note }
    return counts.joined(separator: ", ") + (isSerious ? hint : ".")
  }

  private static func look(of severity: LintFinding.Severity) -> TextStyle.Look {
    switch severity {
    case .note: .blue
    case .warning: .yellow
    case .error: .red
    }
  }

  /// What was odd on the way to a page, as findings about it.
  static func findings(_ diagnostics: [AppLinkDiagnostic]) -> [LintFinding] {
    diagnostics.map { diagnostic in
      LintFinding(
        code: diagnostic.code,
        severity: .error,
        message: diagnostic.message,
        advice: diagnostic.code == .errorStatus ? "Check the URL, or try again later." : ""
      )
    }
  }

  /// What a code means.
  static func text(_ explanation: LintExplanation, _ style: TextStyle) -> String {
    let example = explanation.example.split(separator: "\n").map { "  \($0)\n" }
    return style(explanation.code.rawValue, .bold)
      + " (\(style(explanation.severity.rawValue, look(of: explanation.severity))))\n"
      + "\(explanation.summary) \(explanation.advice)\n\nFor example:\n" + example.joined()
  }
}
