internal import AppLinks

/// A collector of findings about a page and the files of its host.
struct ConsistencyReport {
  private(set) var findings: [LintFinding] = []

  /// The maximum number of findings about one page.
  private static let maximumFindings = 100

  /// Adds a finding.
  ///
  /// - Parameters:
  ///   - code: A code that the explanations contain.
  ///   - declaration: The statement that the finding is about, or `nil` for the page or the host.
  ///   - message: What is wrong.
  ///   - correction: The text to write instead.
  mutating func add(
    _ code: AppLinkDiagnostic.Code,
    at declaration: PageDeclaration? = nil,
    _ message: String,
    correction: String? = nil
  ) {
    add(
      code,
      declaration?.name,
      declaration?.line,
      declaration?.column,
      message,
      correction: correction
    )
  }

  /// Adds a finding about a part of a page or of a file.
  mutating func add(
    _ code: AppLinkDiagnostic.Code,
    _ subject: String?,
    _ line: Int?,
    _ column: Int?,
    _ message: String,
    correction: String? = nil
  ) {
    guard findings.count < Self.maximumFindings else { return }
    let explanation = ConsistencyExplanations.byCode[code] ?? AssociationExplanations.byCode[code]
    var finding = LintFinding(code, explanation, message, nil)
    finding.subject = subject.map { shown($0) }
    finding.line = line
    finding.column = column
    finding.correction = correction
    // A tag that counts for phones and for tablets is compared twice.
    let isKnown = findings.contains { other in
      other.code == code && other.subject == finding.subject
        && (line == nil ? other.message == message : other.line == line && other.column == column)
    }
    if !isKnown { findings.append(finding) }
  }

  /// Returns the findings in the order of the page.
  ///
  /// Findings without a position come first.
  func sorted() -> [LintFinding] {
    let order = findings.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      return (first.line ?? 0, first.column ?? 0, left.offset)
        < (second.line ?? 0, second.column ?? 0, right.offset)
    }
    return order.map(\.element)
  }
}
