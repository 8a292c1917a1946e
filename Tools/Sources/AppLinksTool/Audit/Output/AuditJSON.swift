import AppLinksPublishing
import ToolSupport

/// The audit for programs, in a documented and stable format, which is also a baseline.
struct AuditJSON: AuditWriter {
  let shown: (String) -> String

  func end(_ summary: AuditSummary) -> String {
    let counts = summary.counts
    return OutputJSON.object([
      "files": .list(summary.records.filter(\.isFile).map(file)),
      "pages": .list(summary.records.filter { !$0.isFile }.map(page)),
      "errors": OutputJSON(counts.count(.error)),
      "warnings": OutputJSON(counts.count(.warning)),
      "notes": OutputJSON(counts.count(.note)),
      "known": OutputJSON(counts.known),
      "unread": OutputJSON(counts.unread),
      "skipped": OutputJSON(counts.skipped),
      "complete": OutputJSON(!summary.isCut),
    ]).rendered()
  }

  private func file(_ record: AuditRecord) -> OutputJSON {
    .object([
      "url": OutputJSON(shown(record.url)),
      "status": OutputJSON(record.status),
      "findings": .list(record.findings.map(\.json)),
    ])
  }

  private func page(_ record: AuditRecord) -> OutputJSON {
    .object([
      "url": OutputJSON(shown(record.url)),
      "final_url": OutputJSON(record.finalURL.map(shown)),
      "status": OutputJSON(record.status),
      "error": OutputJSON(record.error),
      "skipped": OutputJSON(record.isSkipped),
      "findings": .list(record.findings.map(\.json)),
    ])
  }
}
