internal import AppLinks
internal import AppLinksResolving

/// A collector for the findings of rules.
struct LintReport {
  private struct Entry {
    var finding: LintFinding
    var tag: Int?
    var key: String?
  }

  private let tags: [AppLinkTag]
  private var entries: [Entry] = []

  init(subject: LintSubject) { tags = subject.tags }

  /// Adds a finding about a tag or about the whole page.
  ///
  /// - Parameters:
  ///   - code: A code that the category of the rule explains.
  ///   - tag: The index of the tag.
  ///   - key: The key that is missing in the group of the tag, if the finding is about a missing
  ///     key.
  ///   - message: What is wrong.
  ///   - advice: What to do. The default is the advice of the explanation.
  ///   - severity: The severity. The default is that of the explanation.
  mutating func add(
    _ code: AppLinkDiagnostic.Code,
    at tag: Int? = nil,
    key: String? = nil,
    _ message: String,
    advice: String? = nil,
    severity: LintFinding.Severity? = nil
  ) {
    var finding = LintFinding(code, LintRules.explanations[code], message, advice)
    if let severity { finding.severity = severity }
    finding.line = tag.flatMap { tags[$0].line }
    finding.column = tag.flatMap { tags[$0].column }
    entries.append(Entry(finding: finding, tag: tag, key: key))
  }

  /// Adds a finding about a place that is not an App Links tag.
  mutating func add(
    _ code: AppLinkDiagnostic.Code,
    line: Int?,
    column: Int?,
    subject: String? = nil,
    _ message: String,
    advice: String? = nil
  ) {
    var finding = LintFinding(code, LintRules.explanations[code], message, advice)
    finding.subject = subject
    finding.line = line
    finding.column = column
    entries.append(Entry(finding: finding, tag: nil, key: nil))
  }

  /// Adds faults that readers of tags also report.
  mutating func add(_ faults: [TagFault]) {
    for fault in faults { add(fault.code, at: fault.tag, fault.message, advice: fault.advice) }
  }

  /// Returns the findings in the order of the page.
  ///
  /// Findings about the whole page come first.
  ///
  /// - Parameter name: A closure that returns the name of a tag, or of a key that is missing in its
  ///   group. The default name is the property.
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
    // Sorting is not stable, so the index of an entry is the last criterion.
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
