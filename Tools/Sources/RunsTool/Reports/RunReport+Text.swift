import DurableWorkflows
import Foundation
import ToolSupport
import Workflows

extension RunReport {
  func text(_ style: TextStyle) -> String {
    var text = TextTable(rows: head).rendered(style)
    if !steps.isEmpty { text += "\n" + table.rendered(style) }
    if hasValues { text += "\n" + TextTable(rows: payloads).rendered(style) }
    return text
  }

  private var head: [[TextTable.Cell]] {
    var rows: [[TextTable.Cell]] = [
      [.init("Run", .bold), .init(id)], [.init("Workflow", .bold), .init(row.workflow)],
      [.init("Version", .bold), .init("\(row.version)")],
      [.init("Status", .bold), .init(status)],
    ]
    func add(_ name: String, _ value: String?) {
      if let value { rows.append([.init(name, .bold), .init(value)]) }
    }
    add("Message", row.message)
    add("Parent", row.parent)
    add("Queue", row.queue.map(place))
    add("Submitted", TimeText.short(row.submitted) + " UTC")
    add("Ended", row.ended.map { at($0) + ", after " + TimeText.duration($0 - row.submitted) })
    add("Due", due.map(at))
    add("Deadline", row.ended == nil ? row.deadline.map(at) : nil)
    if let leaseEnds {
      add("Worker", "\(row.worker ?? "–"), until \(at(leaseEnds)), claim \(row.epoch)")
    }
    for signal in row.awaited.sorted() { add("Waits for", Self.awaited(signal)) }
    if row.isCancelRequested, row.ended == nil { add("Cancelled", "it has not ended yet") }
    if let undoing = row.undoing, row.ended == nil { add("Undone", "because of \(undoing)") }
    for (path, attempts) in row.attempts.sorted(by: { $0.key < $1.key }) where row.ended == nil {
      let failed = "\(attempts.failed) failed, the next one at \(at(attempts.due))"
      add("Attempts", "\(path): \(failed)")
    }
    return rows
  }

  /// What a run waits for: a signal, or a child, whose end is a signal with a name of its own.
  static func awaited(_ signal: String) -> String {
    let child = signal.wholeMatch(of: /%end(?:%[0-9]+)? (.+)/).map { String($0.1) }
    return child.map { "the end of run '\($0)'" } ?? "signal '\(signal)'"
  }

  private func place(in queue: String) -> String {
    let priority = row.priority == 0 ? "" : ", priority \(row.priority)"
    return queue + priority + (row.key.map { ", key '\($0)'" } ?? "")
  }

  private func at(_ time: StoreTime) -> String { TimeText.short(time) + " UTC" }

  /// The steps, with a bar for the time that each has taken.
  private var table: TextTable {
    let steps = steps
    let end = max(1, (steps.compactMap(\.time).max() ?? row.submitted) - row.submitted)
    return TextTable(
      ["Step", "Recorded", "Took", "", ""],
      rows: steps.map { step in
        [
          .init(step.path), .init(step.time.map { "+" + TimeText.duration($0 - row.submitted) }),
          .init(step.took.map(TimeText.duration)), .init(bar(of: step, until: end), .blue),
          note(on: step),
        ]
      }
    )
  }

  private func note(on step: Step) -> TextTable.Cell {
    switch step.undone {
    case true?: .init("undone", .yellow)
    case false?: .init("not undone", .red)
    case nil: step.size == nil ? .init("begun", .yellow) : .init("")
    }
  }

  private func bar(of step: Step, until end: Int) -> String {
    let width = 24
    guard let time = step.time, let took = step.took else { return "" }
    let last = min(max(0, time - row.submitted), end)
    let first = min(max(0, last - max(0, took)), last)
    let start = min(first * width / end, width - 1)
    let length = max(1, last * width / end - start)
    return String(repeating: "·", count: start) + String(repeating: "█", count: length)
  }

  private var payloads: [[TextTable.Cell]] {
    var rows: [[TextTable.Cell]] = [[.init("Input", .bold), .init(shown(row.input))]]
    for step in steps {
      if let value = step.value { rows.append([.init(step.path, .bold), .init(shown(value))]) }
    }
    for (name, signal) in row.signals.sorted(by: { $0.key < $1.key }) {
      rows.append([.init("signal '\(name)'", .bold), .init(shown(signal.value))])
    }
    if let output { rows.append([.init("Output", .bold), .init(shown(output))]) }
    return rows
  }

  private func shown(_ data: Data) -> String {
    String(validating: data, as: UTF8.self) ?? "\(data.count) bytes that are no text"
  }
}
