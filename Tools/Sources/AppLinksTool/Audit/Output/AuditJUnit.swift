import AppLinks
import AppLinksPublishing

/// The audit as JUnit XML, with one test case for each page and file.
struct AuditJUnit: AuditWriter {
  let shown: (String) -> String

  func end(_ summary: AuditSummary) -> String {
    let least: LintFinding.Severity = summary.isStrict ? .warning : .error
    let failures = summary.records.count { record in
      record.error == nil && record.worst.map { $0 >= least } == true
    }
    let counts =
      "tests=\"\(summary.records.count)\" failures=\"\(failures)\" "
      + "errors=\"\(summary.counts.unread)\" skipped=\"\(summary.counts.skipped)\""
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
    xml += "<testsuite name=\"applinks audit\" \(counts)>\n"
    for record in summary.records { xml += testCase(record, least) }
    return xml + "</testsuite>\n</testsuites>\n"
  }

  private func testCase(_ record: AuditRecord, _ least: LintFinding.Severity) -> String {
    let host = URLParts(record.url).host ?? ""
    let open =
      "<testcase classname=\"\(Self.escaped(host))\" "
      + "name=\"\(Self.escaped(shown(record.url)))\""
    if let error = record.error {
      return "\(open)><error message=\"\(Self.escaped(error))\"/></testcase>\n"
    }
    if record.isSkipped { return "\(open)><skipped message=\"robots.txt\"/></testcase>\n" }
    let failing = record.findings.filter { $0.severity >= least }
    let others = record.findings.filter { $0.severity < least }
    if failing.isEmpty, others.isEmpty { return open + "/>\n" }
    var xml = open + ">"
    if let first = failing.first {
      let text = failing.map(\.description).joined(separator: "\n")
      xml +=
        "<failure type=\"\(Self.escaped(first.code.rawValue))\" "
        + "message=\"\(Self.escaped(first.message))\">\(Self.escaped(text))</failure>"
    }
    if !others.isEmpty {
      let text = others.map(\.description).joined(separator: "\n")
      xml += "<system-out>\(Self.escaped(text))</system-out>"
    }
    return xml + "</testcase>\n"
  }

  /// Returns text for an attribute or an element, without characters that XML does not allow.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
