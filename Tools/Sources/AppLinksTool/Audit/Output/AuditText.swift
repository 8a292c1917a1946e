import AppLinksPublishing
import ToolSupport

/// Findings for people, in the format of compiler messages.
struct AuditText: AuditWriter {
  let style: TextStyle
  let shown: (String) -> String

  func text(_ record: AuditRecord) -> String {
    var text = ""
    if let error = record.error {
      text +=
        style(shown(record.url).printable + ":", .bold) + " " + style("unread:", .red)
        + " \(error) ".printable + "\n"
    }
    for finding in record.findings {
      let place = finding.line.map { "\($0):\(finding.column ?? 1):" } ?? ""
      let subject = finding.subject.map { "\($0): " } ?? ""
      let words = finding.advice.isEmpty ? finding.message : "\(finding.message) \(finding.advice)"
      text += style("\(shown(record.url)):\(place)".printable, .bold) + " "
      text += style("\(finding.severity.rawValue):", LintReport.look(of: finding.severity))
      text += " \(subject)\(words) ".printable + style("[\(finding.code)]".printable, .dim) + "\n"
      if let correction = finding.correction {
        text += "  write: " + style(correction.printable, .green) + "\n"
      }
    }
    return text
  }

  func end(_ summary: AuditSummary) -> String {
    let counts = summary.counts
    var parts = LintFinding.Severity.allCases.reversed().compactMap { severity in
      let count = counts.count(severity)
      return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
    }
    if parts.isEmpty { parts = [style("No findings", .green)] }
    var text = parts.joined(separator: ", ")
    text += " in \(counts.pages) page\(counts.pages == 1 ? "" : "s")."
    if counts.known > 0 { text += " \(counts.known) are in the baseline." }
    if counts.unread > 0 { text += " \(counts.unread) could not be read." }
    if counts.skipped > 0 {
      text += " \(counts.skipped) left out by robots.txt, which '--no-robots' ignores."
    }
    if summary.isCut { text += " There are more pages than '--max-pages'." }
    return text + "\n"
  }
}
