import DurableWorkflows
import RunsScreen
import ToolSupport

/// An event of a run.
struct WatchedEvent {
  let run: String
  let event: DurableRunEvent

  private var parts: (name: String, step: String?, status: DurableRunStatus?) {
    switch event {
    case .recorded(let step): ("recorded", step, nil)
    case .undone(let step, hasSucceeded: true): ("undone", step, nil)
    case .undone(let step, hasSucceeded: false): ("not undone", step, nil)
    case .tagged(let name, let value?): ("tagged", "\(name)=\(value)", nil)
    case .tagged(let name, nil): ("untagged", name, nil)
    case .status(let status): ("status", nil, status)
    }
  }

  var json: OutputJSON {
    let (name, step, status) = parts
    if case .tagged(let tag, let value) = event {
      return .object([
        "run": OutputJSON(run), "event": OutputJSON("tagged"), "step": OutputJSON(String?.none),
        "status": OutputJSON(String?.none), "tag": OutputJSON(tag), "value": OutputJSON(value),
      ])
    }
    return .object([
      "run": OutputJSON(run), "event": OutputJSON(name.replacing(" ", with: "_")),
      "step": OutputJSON(step), "status": OutputJSON(status.map { StatusName($0).rawValue }),
    ])
  }

  func text(_ style: TextStyle) -> String {
    let (name, step, status) = parts
    let detail: TextTable.Cell? = step.map { .init($0) } ?? status.map { .init($0) }
    // The longest name.
    let width = "not undone".count
    let padded = name + String(repeating: " ", count: max(0, width - name.count))
    return TextTable(rows: [[.init(padded)] + [detail].compactMap(\.self)]).rendered(style)
  }
}
