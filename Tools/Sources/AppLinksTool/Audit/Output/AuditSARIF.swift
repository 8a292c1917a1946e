import AppLinks
import AppLinksPublishing
import ToolSupport

/// The audit in the Static Analysis Results Interchange Format, version 2.1.0.
struct AuditSARIF: AuditWriter {
  let shown: (String) -> String

  func end(_ summary: AuditSummary) -> String {
    var codes: [String] = []
    var seen: Set<String> = []
    for finding in summary.records.flatMap(\.findings) {
      let code = finding.code.rawValue
      if seen.insert(code).inserted { codes.append(code) }
    }
    codes.sort()
    let unread = summary.records.filter { $0.error != nil }
    return OutputJSON.object([
      "$schema": OutputJSON("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": OutputJSON("2.1.0"),
      "runs": .list([
        .object([
          "tool": .object([
            "driver": .object([
              "name": OutputJSON("applinks"),
              "version": OutputJSON(Version.number),
              "rules": .list(codes.map(rule)),
            ])
          ]),
          "invocations": .list([
            .object([
              "executionSuccessful": OutputJSON(unread.isEmpty),
              "toolExecutionNotifications": .list(unread.map(notification)),
            ])
          ]),
          "columnKind": OutputJSON("unicodeCodePoints"),
          "results": .list(
            summary.records.flatMap { record in record.findings.map { result($0, record) } }
          ),
        ])
      ]),
    ]).rendered()
  }

  private func rule(_ code: String) -> OutputJSON {
    var members: [OutputJSON.Part] = [.init(name: "id", value: OutputJSON(code))]
    if let explanation = LintExplanation.of(.init(rawValue: code)) {
      members.append(
        .init(name: "shortDescription", value: .object(["text": OutputJSON(explanation.summary)]))
      )
      members.append(.init(name: "help", value: .object(["text": OutputJSON(explanation.advice)])))
      members.append(
        .init(
          name: "defaultConfiguration",
          value: .object(["level": OutputJSON(explanation.severity.rawValue)])
        )
      )
    }
    return .members(members)
  }

  private func notification(_ record: AuditRecord) -> OutputJSON {
    .object([
      "level": OutputJSON("error"),
      "message": .object(["text": OutputJSON(record.error)]),
      "locations": .list([location(record.url, nil)]),
    ])
  }

  private func result(_ finding: LintFinding, _ record: AuditRecord) -> OutputJSON {
    let subject = finding.subject.map { "\($0): " } ?? ""
    let correction = finding.correction.map { " Write: \($0)" } ?? ""
    return .object([
      "ruleId": OutputJSON(finding.code.rawValue),
      "level": OutputJSON(finding.severity.rawValue),
      "message": .object([
        "text": OutputJSON("\(subject)\(finding.message) \(finding.advice)\(correction)")
      ]),
      "locations": .list([location(record.url, finding)]),
    ])
  }

  private func location(_ url: String, _ finding: LintFinding?) -> OutputJSON {
    var place: [OutputJSON.Part] = [
      .init(name: "artifactLocation", value: .object(["uri": OutputJSON(shown(url))]))
    ]
    if let line = finding?.line {
      place.append(
        .init(
          name: "region",
          value: .object([
            "startLine": OutputJSON(line), "startColumn": OutputJSON(finding?.column ?? 1),
          ])
        )
      )
    }
    return .object(["physicalLocation": .members(place)])
  }
}
