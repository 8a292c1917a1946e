import AppLinks
import AppLinksPublishing
import ToolSupport

/// Findings as workflow commands, which GitHub shows as annotations.
struct AuditAnnotations: AuditWriter {
  let shown: (String) -> String

  func text(_ record: AuditRecord) -> String {
    let url = shown(record.url)
    if let error = record.error {
      return "::error title=\(Self.property("unread"))::\(Self.message("\(url): \(error)"))\n"
    }
    return record.findings.map { finding in
      let kind = finding.severity == .note ? "notice" : finding.severity.rawValue
      let place = finding.line.map { ":\($0):\(finding.column ?? 1)" } ?? ""
      let subject = finding.subject.map { "\($0): " } ?? ""
      let correction = finding.correction.map { "\nWrite: \($0)" } ?? ""
      let text = "\(url)\(place): \(subject)\(finding.message) \(finding.advice)\(correction)"
      return "::\(kind) title=\(Self.property(finding.code.rawValue))::\(Self.message(text))\n"
    }
    .joined()
  }

  func end(_ summary: AuditSummary) -> String {
    AuditText(style: TextStyle(isOn: false), shown: shown).end(summary)
  }

  /// Returns text for the message of a command, which ends at a line break.
  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
      .printable
  }

  /// Returns text for a property of a command, which also ends at a colon or a comma.
  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
