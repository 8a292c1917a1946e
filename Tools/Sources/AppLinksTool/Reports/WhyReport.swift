import AppLinks
import AppLinksPublishing
import ToolSupport

/// What a tap on a link does, and why.
struct WhyReport {
  let url: String
  let isRedacted: Bool
  let taps: [TapPrediction]
  let answers: [AssociationAnswer]
  let findings: [AssociationAnswer.Platform: [LintFinding]]

  /// Whether an app opens the link, or may do so, without a redirect.
  var opensAnApp: Bool {
    taps.contains { $0.outcome != .browser && $0.situation != .afterARedirect }
  }

  var shownURL: String { isRedacted ? URLRedaction.standard.redacted(url) : url }

  func text(_ style: TextStyle) -> String {
    var text = style(shownURL.printable, .bold) + "\n"
    for platform in [AssociationAnswer.Platform.apple, .android] {
      let name = platform == .apple ? "Apple devices" : "Android"
      text += "\n" + style(name, .bold) + "\n"
      let rows = taps.filter { $0.platform == platform }.map(row)
      text += TextTable(["State", "Opens", "Because"], rows: rows, indent: 2).rendered(style)
      text += rules(platform, style)
      for finding in findings[platform] ?? [] where finding.severity > .note {
        let look = LintReport.look(of: finding.severity)
        text +=
          "  " + style("\(finding.severity.rawValue):", look)
          + " \(finding.message) \(finding.advice) ".printable
          + style("[\(finding.code)]".printable, .dim) + "\n"
      }
    }
    return shownURL == url ? text : text + SecretDisplay.footer(style)
  }

  private func row(_ tap: TapPrediction) -> [TextTable.Cell] {
    let opens: TextTable.Cell
    switch tap.outcome {
    case .app:
      let more = tap.apps.count > 20 ? " … and \(tap.apps.count - 20) more apps" : ""
      opens = .init(tap.apps.prefix(20).joined(separator: ", ") + more, .green)
    case .browser: opens = .init("the browser")
    case .uncertain: opens = .init("uncertain", .yellow)
    }
    var reasons = tap.reasons
    if let rule = tap.rule { reasons.append("\(rule)") }
    return [.init(tap.state), opens, .init(reasons.joined(separator: "; "))]
  }

  /// Returns the apps that do not open the link, with the rules that were compared.
  private func rules(_ platform: AssociationAnswer.Platform, _ style: TextStyle) -> String {
    guard let answer = answers.first(where: { $0.platform == platform }) else { return "" }
    let others = answer.apps.filter { $0.verdict != .opens }
    var lines: [String] = []
    for app in others.prefix(20) {
      lines += app.description.split(separator: "\n").map { String($0).printable }
    }
    if others.count > 20 { lines.append("  \(others.count - 20) more apps do not open it.") }
    return lines.map { $0 + "\n" }.joined()
  }
}
