import DurableWorkflows
import Foundation
import RunsScreen
import ToolSupport
import Workflows

extension RunReport {
  func text(_ style: TextStyle) -> String {
    var text = TextTable(rows: head).rendered(style)
    if !run.steps.isEmpty { text += "\n" + table.rendered(style) }
    if hasValues { text += "\n" + TextTable(rows: payloads).rendered(style) }
    return text
  }

  private var head: [[TextTable.Cell]] {
    var rows: [[TextTable.Cell]] = [
      [.init("Run", .bold), .init(run.id)], [.init("Workflow", .bold), .init(summary.workflow)],
      [.init("Version", .bold), .init("\(summary.version)")],
      [.init("Status", .bold), .init(summary.status)],
    ]
    func add(_ name: String, _ value: String?) {
      if let value { rows.append([.init(name, .bold), .init(value)]) }
    }
    add("Message", summary.message)
    add("Parent", run.parent)
    add("Queue", run.place.map { "\($0)" })
    for tag in run.tags.sorted(by: <) { add("Tag", RunTag(name: tag.key, value: tag.value).text) }
    add("Submitted", TimeText.short(summary.submitted) + " UTC")
    add(
      "Ended",
      summary.ended.map { at($0) + ", after " + TimeText.duration(offset(of: $0)) }
    )
    add("Due", run.due.map(at))
    add("Deadline", summary.ended == nil ? run.deadline.map(at) : nil)
    if let end = run.leaseEnd {
      add("Worker", "\(run.worker ?? "–"), \(RunWords.taken(run.claims)), leased until \(at(end))")
    }
    for signal in run.awaitedSignals.sorted() { add("Waits for", RunWords.awaited(signal)) }
    if run.isCancelRequested, summary.ended == nil { add("Cancelled", "it has not ended yet") }
    if let undoing = run.undoing, summary.ended == nil { add("Undone", "because of \(undoing)") }
    for attempts in run.attempts where summary.ended == nil {
      let failed = "\(attempts.failed) failed, the next one at \(at(attempts.due))"
      add("Attempts", "\(attempts.path): \(failed)")
    }
    return rows
  }

  private func at(_ time: StoreTime) -> String { TimeText.short(time) + " UTC" }

  /// The steps, with a bar for the time that each has taken.
  private var table: TextTable {
    let steps = run.steps
    let end = max(1, offset(of: steps.compactMap(\.time).max() ?? summary.submitted))
    return TextTable(
      ["Step", "Recorded", "Took", "", ""],
      rows: steps.map { step in
        [
          .init(step.path),
          .init(step.time.map { "+" + TimeText.duration(offset(of: $0)) }),
          .init(step.took.map(TimeText.duration)), .init(bar(of: step, until: end), .blue),
          note(on: step),
        ]
      }
    )
  }

  private func offset(of time: StoreTime) -> Int { TimeText.between(summary.submitted, time) }

  private func note(on step: RunDetails.Step) -> TextTable.Cell {
    switch step.undone {
    case true?: .init("undone", .yellow)
    case false?: .init("not undone", .red)
    case nil: step.value == nil ? .init("begun", .yellow) : .init("")
    }
  }

  private func bar(of step: RunDetails.Step, until end: Int) -> String {
    let width = 24
    guard let time = step.time, let took = step.took else { return "" }
    let last = min(max(0, offset(of: time)), end)
    let first = min(max(0, last - max(0, took)), last)
    let start = min(first * width / end, width - 1)
    let length = max(1, last * width / end - start)
    return String(repeating: "·", count: start) + String(repeating: "█", count: length)
  }

  private var payloads: [[TextTable.Cell]] {
    var rows: [[TextTable.Cell]] = [[.init("Input", .bold), .init(shown(run.input))]]
    for step in run.steps {
      if let value = step.value { rows.append([.init(step.path, .bold), .init(shown(value))]) }
    }
    for signal in run.signals {
      rows.append([.init("signal '\(signal.name)'", .bold), .init(shown(signal.value))])
    }
    if let output = run.output { rows.append([.init("Output", .bold), .init(shown(output))]) }
    return rows
  }

  private func shown(_ data: Data) -> String {
    String(validating: data, as: UTF8.self) ?? "\(data.count) bytes that are no text"
  }
}
