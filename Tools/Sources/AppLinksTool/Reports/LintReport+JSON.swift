import AppLinks
import AppLinksPublishing
import ToolSupport

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
        .init(name: "findings", value: .list(linted.findings.map(\.jsonOfTag))),
      ]
    )
  }
}

extension LintFinding {
  /// The finding for programs.
  var json: OutputJSON {
    .members(members + [.init(name: "correction", value: OutputJSON(correction))])
  }

  /// The finding for programs without a correction, which findings about tags do not have.
  fileprivate var jsonOfTag: OutputJSON { .members(members) }

  private var members: [OutputJSON.Part] {
    [
      .init(name: "code", value: OutputJSON(code.rawValue)),
      .init(name: "severity", value: OutputJSON(severity.rawValue)),
      .init(name: "subject", value: OutputJSON(subject)),
      .init(name: "message", value: OutputJSON(message)),
      .init(name: "advice", value: OutputJSON(advice)),
      .init(name: "line", value: OutputJSON(line)),
      .init(name: "column", value: OutputJSON(column)),
    ]
  }
}
