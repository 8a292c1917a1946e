import AppLinksPublishing

/// Every finding has words, an explanation, and a place in the file.
func requirePlaces(_ findings: [LintFinding], _ bytes: [UInt8]) {
  let codes = Set(LintExplanation.associationFiles.map(\.code))
  require(findings.count <= 101, "\(findings.count) findings")
  let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
  for finding in findings {
    require(codes.contains(finding.code), "no explanation: \(finding)")
    require(!finding.message.isEmpty && !finding.advice.isEmpty, "no words: \(finding)")
    require(!"\(finding)".contains { $0.isNewline }, "several lines: \(finding)")
    require((1...lines).contains(finding.line ?? 1), "no such line: \(finding)")
    require((finding.column ?? 1) >= 1, "no such column: \(finding)")
  }
}

/// What is uncertain has a reason, and what says nothing has an obstacle.
func requireReasons(_ answer: AssociationAnswer) {
  require(answer.obstacle == nil || answer.apps.isEmpty, "\(answer)")
  require(!answer.description.isEmpty, "no words")
  for app in answer.apps {
    require(app.verdict != .uncertain || !app.reasons.isEmpty, "no reason: \(answer)")
    require(app.steps.count <= 100, "\(app.steps.count) steps")
  }
}
