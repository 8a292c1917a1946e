import AppLinks
import Foundation
import JSONValues
import ToolSupport

/// The result of opening a link on a device.
struct OpenReport {
  let preview: NavigationPreview
  private(set) var resolution: Resolution

  init(_ preview: NavigationPreview, of resolution: Resolution) {
    self.preview = preview
    self.resolution = resolution
  }

  /// The reasons why parts of the link are not steps.
  ///
  /// An unknown fallback is a note instead.
  var skipped: [NavigationReason] {
    let isUnknown = resolution.isFallbackUnknown
    return preview.plan.skipped.filter { !isUnknown || $0.code != .noWebFallback }
  }

  /// Returns the report for people.
  func text(_ style: TextStyle) -> String {
    var text =
      style(resolution.page.shownName.printable, .bold) + " on \(resolution.idiom.rawValue)\n"
    text += TextTable(rows: resolution.page.routeRows).rendered(style)
    if resolution.targets.isEmpty { text += "\n" + resolution.noTargets + "\n" }
    if !preview.plan.steps.isEmpty {
      let rows = preview.plan.steps.enumerated().map { row($0, $1) }
      text += "\n" + TextTable(["#", "Step", "URL", "Result"], rows: rows).rendered(style)
    }
    if !skipped.isEmpty {
      let rows = skipped.map { [TextTable.Cell($0.code.rawValue, .yellow), .init($0.message)] }
      text += "\n" + style("Left out", .bold) + "\n"
      text += TextTable(rows: rows, indent: 2).rendered(style)
    }
    return text + Notes(resolution.diagnostics).text(style) + "\n" + verdict(style)
  }

  private func row(_ index: Int, _ step: NavigationStep) -> [TextTable.Cell] {
    let answer = index < preview.checks.count ? preview.checks[index].answer : nil
    return [
      .init("\(index + 1)"), .init(OpenReport.name(of: step)), .init(shown(step)),
      result(answer, step),
    ]
  }

  private func result(_ answer: Openability?, _ step: NavigationStep) -> TextTable.Cell {
    switch answer {
    case .yes?: .init("opens", .green)
    case .no?:
      .init(step.kind == .web || step.kind == .store ? "no browser" : "not installed", .red)
    case .unknown?: .init(step.needsConfirmation ? "asks the user first" : "unknown", .yellow)
    case nil: .init("not reached", .dim)
    }
  }

  private func verdict(_ style: TextStyle) -> String {
    switch preview.expectation {
    case .opens(let step):
      "Opens \(OpenReport.name(of: step).printable) by\n  "
        + "\(style(shownWithData(step).printable, .green))\n"
    case .unknown(let step):
      "Opens \(OpenReport.name(of: step).printable) if the user agrees, by\n"
        + "  \(style(shownWithData(step).printable, .yellow))\n"
    case .nothing:
      style("Nothing opens.", .red) + "\n"
    }
  }

  static func name(of step: NavigationStep) -> String {
    switch step.kind {
    case .app: step.target?.displayName ?? "an app"
    case .universalLink:
      (step.target?.displayName ?? "an app") + " (universal link)"
    case .store: "the App Store"
    case .web: "the web page"
    }
  }

  /// Returns the URL of a step without its data, which is long and equal for all steps.
  func shown(_ step: NavigationStep) -> String {
    resolution.page.shown(URLParts(step.url).removing("al_applink_data").text)
  }

  /// Returns the URL of a step with its data.
  ///
  /// Names determine which extras are hidden, because the user has specified the extras.
  func shownWithData(_ step: NavigationStep) -> String {
    let url = step.url.absoluteString
    guard resolution.page.isRedacted else { return url }
    guard let data = ParseReport(InboundLink(step.url), isRedacted: true).data,
      let source = data["target_url"]?.stringValue
    else { return resolution.page.shown(url) }
    let outbound = OutboundData(source: source, data: data)
    return (try? outbound.text(for: shown(step))) ?? resolution.page.shown(url)
  }

  /// Returns the report with another view of its page.
  func about(_ page: Page) -> OpenReport {
    var report = self
    report.resolution.page = page
    return report
  }
}
