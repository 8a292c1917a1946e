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
        case .app: Self.text(tap.apps)
        case .browser: "the browser"
        case .uncertain: "uncertain"
        }
      because = (tap.reasons + [tap.rule.map { "\($0)" }].compactMap(\.self))
        .joined(separator: "; ")
    }

    /// Returns the first apps, and the number of the others.
    private static func text(_ apps: [String]) -> String {
      let first = apps.prefix(10).map { $0.cut(100) }.joined(separator: ", ")
      return apps.count > 10 ? "\(first) … and \(apps.count - 10) more apps" : first
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
    var lines: [String] = []
    var size = 0
    for app in apps.prefix(20) where size < 16 << 10 {
      lines.append(app.description.cut(16 << 10))
      size += lines.last?.utf8.count ?? 0
    }
    if apps.count > lines.count {
      lines.append("  … and \(apps.count - lines.count) more apps that do not open it.")
    }
    others = apps.isEmpty ? nil : lines.joined(separator: "\n")
    findings = FindingView.list((report.findings[platform] ?? []).map { FindingView($0) })
    hasFindings = !findings.isEmpty
  }
}
