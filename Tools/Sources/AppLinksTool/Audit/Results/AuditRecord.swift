import AppLinksPublishing

/// The result of an audit for one page or association file.
struct AuditRecord: Sendable, Hashable, Codable {
  /// The URL of the page or of the file.
  var url: String

  /// The URL of the page after redirects, if it differs.
  var finalURL: String?

  /// The status of the answer.
  var status: Int?

  /// The reason why nothing could be read.
  var error: String?

  /// Whether `robots.txt` disallows reading the page.
  var isSkipped = false

  /// Whether the record is about an association file.
  var isFile = false

  /// The findings, before any are omitted.
  var findings: [LintFinding] = []

  /// What is compared with the other pages, or `nil` if nothing was read.
  var page: LinkedPage?
}

extension AuditRecord {
  /// Creates the record of a page that could not be read.
  init(url: String, error: String) {
    self.init(url: url, finalURL: nil, status: nil, error: error)
  }

  /// The severity of the worst finding.
  var worst: LintFinding.Severity? { findings.map(\.severity).max() }
}

/// The numbers at the end of an audit.
struct AuditCounts: Sendable, Hashable {
  private(set) var pages = 0
  private(set) var unread = 0
  private(set) var skipped = 0
  private(set) var hosts: Set<String> = []
  private var findings: [LintFinding.Severity: Int] = [:]

  /// The number of findings in the baseline.
  var known = 0

  mutating func add(_ record: AuditRecord) {
    if !record.isFile { pages += 1 }
    if record.error != nil { unread += 1 }
    if record.isSkipped { skipped += 1 }
    add(record.findings)
  }

  mutating func add(_ findings: [LintFinding]) {
    for finding in findings { self.findings[finding.severity, default: 0] += 1 }
  }

  func count(_ severity: LintFinding.Severity) -> Int { findings[severity] ?? 0 }
}
