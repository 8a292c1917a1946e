internal import AppLinks

/// Why a description cannot be written as tags.
public struct AppLinkDescriptionError: Error, Hashable, Sendable {
  /// Everything that is wrong; each with a ``LintFinding/subject`` that tells where.
  public let findings: [LintFinding]

  init(findings: [LintFinding]) { self.findings = findings }
}

extension AppLinkDescriptionError: CustomStringConvertible {
  /// What is wrong and what to do, one line for each finding.
  public var description: String {
    findings.map(\.description).joined(separator: "\n")
  }
}
