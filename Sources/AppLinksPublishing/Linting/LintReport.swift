internal import AppLinks
internal import AppLinksResolving

/// Collects what rules find.
struct LintReport {
  private struct Entry {
    var finding: LintFinding
    var tag: Int?
    var key: String?
  }

  private let tags: [AppLinkTag]
  private var entries: [Entry] = []

  init(subject: LintSubject) { tags = subject.tags }

  /// Adds a finding about a tag, or about everything.
  ///
  /// - Parameters:
  ///   - code: A code that the rule's family explains.
  ///   - tag: The index of the tag.
  ///   - key: The key that is missing at the tag's group, if that is what was found.
  ///   - message: What is wrong.
  ///   - advice: What to do; without it, what the explanation says.
  ///   - severity: How bad it is; without it, what the explanation says.
  mutating func add(
    _ code: AppLinkDiagnostic.Code,
    at tag: Int? = nil,
    key: String? = nil,
    _ message: String,
    advice: String? = nil,
    severity: LintFinding.Severity? = nil
  ) {
    var finding = finding(code, message, advice)
    if let severity { finding.severity = severity }
    finding.line = tag.flatMap { tags[$0].line }
    finding.column = tag.flatMap { tags[$0].column }
    entries.append(Entry(finding: finding, tag: tag, key: key))
  }

  /// Adds a finding about a place that is no tag of App Links.
  mutating func add(
    _ code: AppLinkDiagnostic.Code,
    line: Int?,
    column: Int?,
    subject: String? = nil,
    _ message: String,
    advice: String? = nil
  ) {
    var finding = finding(code, message, advice)
    finding.subject = subject
    finding.line = line
    finding.column = column
    entries.append(Entry(finding: finding, tag: nil, key: nil))
  }

  /// Adds faults that readers of the tags report, too.
  mutating func add(_ faults: [TagFault]) {
    for fault in faults { add(fault.code, at: fault.tag, fault.message, advice: fault.advice) }
  }

  private func finding(
    _ code: AppLinkDiagnostic.Code,
    _ message: String,
    _ advice: String?
  ) -> LintFinding {
    let explanation = LintRules.explanations[code]
    return LintFinding(
      code: code,
      severity: explanation?.severity ?? .warning,
      message: message,
      advice: advice ?? explanation?.advice ?? ""
    )
  }

  /// Everything, in the order of the page; what is about all of it comes first.
  ///
  /// - Parameter name: The name of a tag, or of a key that is missing there; by default the
  ///   property.
  /// - Returns: The findings.
  func findings(name: ((_ tag: Int, _ key: String?) -> String?)?) -> [LintFinding] {
    let named = entries.map { entry in
      var entry = entry
      if let tag = entry.tag {
        if let name {
          entry.finding.subject = name(tag, entry.key)
        } else {
          entry.finding.subject = shown(tags[tag].property)
        }
      }
      return entry
    }
    // Sorting is not stable, so the number of an entry decides last.
    return named.enumerated().sorted { left, right in
      rank(left) < rank(right)
    }.map(\.element.finding)
  }

  private func rank(_ item: (offset: Int, element: Entry)) -> Rank {
    Rank(
      line: item.element.finding.line ?? 0,
      column: item.element.finding.column ?? 0,
      tag: item.element.tag ?? -1,
      mildness: item.element.finding.severity == .error ? 0 : 1,
      number: item.offset
    )
  }

  private struct Rank: Comparable {
    let line, column, tag, mildness, number: Int

    static func < (left: Rank, right: Rank) -> Bool {
      (left.line, left.column, left.tag, left.mildness, left.number)
        < (right.line, right.column, right.tag, right.mildness, right.number)
    }
  }
}
