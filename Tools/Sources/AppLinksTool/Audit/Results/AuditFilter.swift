import AppLinks
import AppLinksPublishing
import JSONValues
import ToolSupport

/// The findings that an audit omits: those with ignored codes, and those in a baseline.
struct AuditFilter: Sendable {
  let ignored: Set<String>
  let known: Set<Fingerprint>

  /// The identity of a finding across audits: everything except its position.
  struct Fingerprint: Sendable, Hashable {
    let url: String
    let code: String
    let subject: String
    let message: String

    init(_ finding: LintFinding, _ url: String) {
      self.url = url
      code = finding.code.rawValue
      subject = finding.subject ?? ""
      message = finding.message
    }

    init?(_ finding: JSONValue, _ url: String) {
      guard let code = finding["code"]?.stringValue, let message = finding["message"]?.stringValue
      else { return nil }
      self.url = url
      self.code = code
      self.message = message
      subject = finding["subject"]?.stringValue ?? ""
    }
  }

  /// Returns a record without the omitted findings, and the number of known findings.
  func filtered(_ record: AuditRecord) -> (record: AuditRecord, knownCount: Int) {
    var record = record
    record.findings.removeAll { ignored.contains($0.code.rawValue) }
    let count = record.findings.count
    if !known.isEmpty {
      let url = record.url
      record.findings.removeAll { known.contains(Fingerprint($0, url)) }
    }
    return (record, count - record.findings.count)
  }

  /// Reads a baseline: the JSON of an earlier audit.
  static func baseline(_ bytes: [UInt8], _ path: String) throws(ToolError) -> Set<Fingerprint> {
    let json: JSONValue
    do {
      json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw ToolError(.failed, "'\(path)' is not JSON: \(error).")
    }
    guard let pages = json["pages"]?.arrayValue, let files = json["files"]?.arrayValue else {
      throw ToolError(
        .failed,
        "'\(path)' is not a baseline. Write one with 'audit --format json --output \(path)'."
      )
    }
    var known: Set<Fingerprint> = []
    for record in pages + files {
      let url = record["url"]?.stringValue ?? ""
      for finding in record["findings"]?.arrayValue ?? [] {
        if let found = Fingerprint(finding, url) { known.insert(found) }
      }
    }
    return known
  }
}
