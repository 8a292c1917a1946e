import AppLinks
import AppLinksPublishing

extension LintReport {
  /// The report for programs, in a documented and stable format.
  var json: OutputJSON {
    .object([
      "pages": .list(pages.map(LintReport.json)),
      "errors": OutputJSON(count(.error)),
      "warnings": OutputJSON(count(.warning)),
      "notes": OutputJSON(count(.note)),
      "unread": OutputJSON(unreadCount),
    ])
  }

  private static func json(_ linted: LintedPage) -> OutputJSON {
    .members(
      [.init(name: "page", value: OutputJSON(linted.page.shownName))] + linted.page.routeMembers + [
        .init(name: "error", value: OutputJSON(linted.error?.message)),
        .init(name: "findings", value: .list(linted.findings.map(json))),
      ]
    )
  }

  private static func json(_ finding: LintFinding) -> OutputJSON {
    .object([
      "code": OutputJSON(finding.code.rawValue),
      "severity": OutputJSON(finding.severity.rawValue),
      "subject": OutputJSON(finding.subject),
      "message": OutputJSON(finding.message),
      "advice": OutputJSON(finding.advice),
      "line": OutputJSON(finding.line),
      "column": OutputJSON(finding.column),
    ])
  }
}
