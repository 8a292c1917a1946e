import AppLinks
import Foundation
import JSONValues
import ToolSupport

extension OpenReport {
  /// The report for programs, in a documented and stable format.
  var json: OutputJSON {
    .members(
      resolution.page.routeMembers
        + [.init(name: "idiom", value: OutputJSON(resolution.idiom.rawValue))] + planMembers
        + [.init(name: "diagnostics", value: .list(resolution.diagnostics.map(\.json)))]
    )
  }

  /// The plan for one kind of device, for programs.
  var planMembers: [OutputJSON.Part] {
    [
      .init(name: "outcome", value: OutputJSON(outcome)),
      .init(name: "opens", value: OutputJSON(opened.map(shownWithData))),
      .init(name: "steps", value: .list(preview.plan.steps.enumerated().map(json))),
      .init(name: "left_out", value: .list(skipped.map(json))),
    ]
  }

  /// The kind of what opens, or `unknown` if the user must confirm.
  private var outcome: String {
    switch preview.kind {
    case .app?: "app"
    case .store?: "store"
    case .web?: "web"
    case .failed?: "nothing"
    case nil: "unknown"
    }
  }

  /// The step that would succeed, or the step whose result is unknown.
  var opened: NavigationStep? {
    switch preview.expectation {
    case .opens(let step), .unknown(let step): step
    case .nothing: nil
    }
  }

  private func json(_ index: Int, _ step: NavigationStep) -> OutputJSON {
    .object([
      "kind": OutputJSON(step.kind.rawValue),
      "app_name": OutputJSON(step.target?.appName),
      "url": OutputJSON(shownWithData(step)),
      "asks_user": .value(.bool(step.needsConfirmation)),
      "result": OutputJSON(result(index, step)),
    ])
  }

  private func result(_ index: Int, _ step: NavigationStep) -> String {
    guard index < preview.checks.count else { return "not-reached" }
    switch preview.checks[index].answer {
    case .yes: return "opens"
    case .no: return "not-installed"
    case .unknown: return "unknown"
    }
  }

  private func json(_ reason: NavigationReason) -> OutputJSON {
    .object([
      "code": OutputJSON(reason.code.rawValue),
      "target": OutputJSON(reason.targetIndex),
      "message": OutputJSON(reason.message),
    ])
  }
}
