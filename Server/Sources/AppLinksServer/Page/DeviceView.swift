import AppLinks
import JSONValues

/// A kind of device on the page.
struct DeviceView {
  /// A tap with the page's apps installed, or without them.
  struct Tap {
    let state: String
    let kind: String
    let outcome: String
    let opens: String?
    let steps: [Step]
    let hasSteps: Bool
    let skipped: [String]
    /// The data that the app receives, as indented JSON.
    let data: String?
  }

  /// A step of a tap.
  struct Step {
    let kind: String
    let what: String
    let result: String
    let url: String
  }

  let name: String
  let taps: [Tap]

  /// The maximum number of steps of a tap, and of reasons why others are left out.
  private static let maximumSteps = 5

  init(_ report: DeviceReport) {
    name = Self.name(of: report.idiom)
    taps = [
      Self.tap("With the app", report.installed),
      Self.tap("Without the app", report.notInstalled),
    ]
  }

  private static func tap(_ state: String, _ preview: NavigationPreview) -> Tap {
    let steps = preview.plan.steps
    let reasons = preview.plan.skipped
    var skipped = reasons.prefix(maximumSteps).map { "Left out: \($0.message)" }
    let more = max(0, steps.count - maximumSteps) + reasons.count - skipped.count
    if more > 0 { skipped.append("… and \(more) more") }
    return Tap(
      state: state,
      kind: preview.outcome.rawValue,
      outcome: words(for: preview),
      opens: preview.opened.map(shown),
      steps: steps.prefix(maximumSteps).enumerated().map { index, step in
        let result = preview.result(index)
        return Step(
          kind: result == .notReached ? "skip-step" : "step",
          what: words(for: step),
          result: words(for: result),
          url: shown(step)
        )
      },
      hasSteps: !steps.isEmpty,
      skipped: skipped,
      data: preview.outcome == .app ? (try? preview.plan.data.indentedJSON)?.cut(1 << 10) : nil
    )
  }

  /// Returns the URL of a step without its data, which is shown separately.
  private static func shown(_ step: NavigationStep) -> String {
    URLParts(step.url).removing("al_applink_data").text.cut(300)
  }

  private static func name(of idiom: DeviceIdiom) -> String {
    switch idiom {
    case .phone: "iPhone"
    case .pad: "iPad"
    case .other: "Mac, TV and other Apple devices"
    case .android: "Android"
    case .windowsPhone: "Windows Phone"
    case .windows: "Windows, desktop"
    case .windowsUniversal: "Windows, universal apps"
    }
  }

  private static func words(for preview: NavigationPreview) -> String {
    let name = preview.opened?.target?.displayName
    return switch preview.outcome {
    case .app: "opens \(name ?? "the app")"
    case .store: "opens the store"
    case .web: "opens the web page"
    case .nothing: "opens nothing"
    case .unknown: "asks the person first"
    }
  }

  private static func words(for step: NavigationStep) -> String {
    switch step.kind {
    case .app, .universalLink: step.target?.displayName ?? "App"
    case .store: "Store"
    case .web: "Web page"
    }
  }

  private static func words(for result: NavigationPreview.StepResult) -> String {
    switch result {
    case .opens: "opens"
    case .notInstalled: "is not installed"
    case .unknown: "opens if the person agrees"
    case .notReached: "is not reached"
    }
  }
}
