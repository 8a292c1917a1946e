import AppLinksPublishing

/// What one platform does with a link, on the page.
struct PlatformView {
  /// A tap on the link in a state of a device.
  struct Tap {
    let state: String
    let kind: String
    let opens: String
    let because: String

    init(_ tap: TapPrediction) {
      state = tap.state
      kind = tap.outcome.rawValue
      opens =
        switch tap.outcome {
        case .app: tap.apps.joined(separator: ", ")
        case .browser: "the browser"
        case .uncertain: "uncertain"
        }
      because = (tap.reasons + [tap.rule.map { "\($0)" }].compactMap(\.self))
        .joined(separator: "; ")
    }
  }

  let name: String
  let file: String
  let taps: [Tap]
  let others: String?
  let findings: [FindingView]
  let hasFindings: Bool

  init(_ platform: AssociationAnswer.Platform, _ report: WhyReport, host: String) {
    name = platform == .apple ? "Apple devices" : "Android"
    file =
      "https://\(host)/.well-known/"
      + (platform == .apple ? "apple-app-site-association" : "assetlinks.json")
    taps = report.taps.filter { $0.platform == platform }.map(Tap.init)
    let apps = report.answers[platform]?.apps.filter { $0.verdict != .opens } ?? []
    var lines = apps.prefix(20).map(\.description)
    if apps.count > 20 { lines.append("  \(apps.count - 20) more apps do not open it.") }
    others = apps.isEmpty ? nil : lines.joined(separator: "\n")
    findings = (report.findings[platform] ?? []).map(FindingView.init)
    hasFindings = !findings.isEmpty
  }
}
