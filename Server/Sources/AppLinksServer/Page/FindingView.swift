import AppLinks
import AppLinksPublishing

/// A finding on the page.
struct FindingView {
  let severity: String
  let code: String
  let message: String
  let advice: String
  let place: String?
  let correction: String?

  init(_ finding: LintFinding) {
    severity = finding.severity.rawValue
    code = finding.code.rawValue
    message = finding.message
    advice = finding.advice
    correction = finding.correction
    let line = finding.line.map { "line \($0)" }
    let all = [finding.subject, line].compactMap(\.self)
    place = all.isEmpty ? nil : all.joined(separator: ", ")
  }

  init(_ diagnostic: AppLinkDiagnostic) {
    severity = LintFinding.Severity.warning.rawValue
    code = diagnostic.code.rawValue
    message = diagnostic.message
    advice = ""
    place = diagnostic.line.map { "line \($0)" }
    correction = nil
  }
}
