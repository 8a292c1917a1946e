import ArgumentParser

/// The format of the output of an audit.
enum AuditFormat: String, CaseIterable, ExpressibleByArgument {
  case text, json, sarif, junit, github

  /// Whether records are printed as soon as they are known, instead of all at the end.
  var isImmediate: Bool { self == .text || self == .github }
}

/// The final results of an audit, with everything that formats for programs contain.
struct AuditSummary {
  let counts: AuditCounts

  /// The records in the order of the audit, files first; empty for a format that is immediate.
  let records: [AuditRecord]

  /// Whether there were more pages than the limit.
  let isCut: Bool

  let isStrict: Bool
}

/// A writer of the output of an audit.
protocol AuditWriter {
  /// Returns the text for a record as soon as it is known.
  func text(_ record: AuditRecord) -> String

  /// Returns the text at the end.
  func end(_ summary: AuditSummary) -> String
}

extension AuditWriter {
  func text(_ record: AuditRecord) -> String { "" }
}
