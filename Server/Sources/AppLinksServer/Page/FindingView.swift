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

  /// Returns the first findings, as many as a page shows, and a note about the others.
  static func list(_ all: [FindingView]) -> [FindingView] {
    var list: [FindingView] = []
    var rest = 20 << 10
    for finding in all {
      rest -= finding.message.utf8.count + finding.advice.utf8.count
      rest -= (finding.correction?.utf8.count ?? 0) + (finding.place?.utf8.count ?? 0)
      if rest < 0 {
        list.append(FindingView(more: all.count - list.count))
        break
      }
      list.append(finding)
    }
    return list
  }

  private init(more count: Int) {
    severity = LintFinding.Severity.note.rawValue
    code = "more"
    message = "… and \(count) more findings."
    advice = ""
    place = nil
    correction = nil
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
