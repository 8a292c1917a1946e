import DurableWorkflows
import Foundation
import JSONValues
import ToolSupport
import Workflows

extension RunReport {
  var json: OutputJSON {
    .object([
      "id": OutputJSON(id), "workflow": OutputJSON(row.workflow),
      "version": OutputJSON(row.version),
      "status": OutputJSON(StatusName(status).rawValue), "message": OutputJSON(row.message),
      "parent": OutputJSON(row.parent),
      "queue": OutputJSON(row.queue), "priority": OutputJSON(row.priority),
      "key": OutputJSON(row.key), "submitted": OutputJSON(TimeText.exact(row.submitted)),
      "started": OutputJSON(row.started.map(TimeText.exact)),
      "ended": OutputJSON(row.ended.map(TimeText.exact)),
      "deadline": OutputJSON(row.deadline.map(TimeText.exact)),
      "due": OutputJSON(due.map(TimeText.exact)),
      "worker": OutputJSON(row.worker), "lease_ends": OutputJSON(leaseEnds.map(TimeText.exact)),
      "epoch": OutputJSON(row.epoch),
      "is_cancel_requested": .value(.bool(row.isCancelRequested)),
      "undoing": OutputJSON(row.undoing.map { "\($0)" }),
      "awaited_signals": .list(row.awaited.sorted().map { OutputJSON($0) }),
      "steps": .list(steps.map(json)), "attempts": .list(attempts), "signals": .list(signals),
      "input_bytes": OutputJSON(row.input.count), "input": value(row.input),
      "output_bytes": OutputJSON(output?.count), "output": value(output),
    ])
  }

  private func json(_ step: Step) -> OutputJSON {
    .object([
      "path": OutputJSON(step.path), "type": OutputJSON(step.size == nil ? nil : step.type),
      "recorded": OutputJSON(step.time.map(TimeText.exact)), "took_ms": OutputJSON(step.took),
      "is_compensated": .value(.bool(step.isCompensated)),
      "is_undone": .value(step.undone.map { .bool($0) } ?? .null),
      "bytes": OutputJSON(step.size), "value": value(step.value),
    ])
  }

  private var attempts: [OutputJSON] {
    row.attempts.sorted { $0.key < $1.key }.map { path, attempts in
      .object([
        "path": OutputJSON(path.description), "failed": OutputJSON(attempts.failed),
        "due": OutputJSON(TimeText.exact(attempts.due)),
      ])
    }
  }

  private var signals: [OutputJSON] {
    row.signals.sorted { $0.key < $1.key }.map { name, signal in
      .object([
        "name": OutputJSON(name), "arrived": OutputJSON(TimeText.exact(signal.arrival)),
        "bytes": OutputJSON(signal.value.count), "value": value(signal.value),
      ])
    }
  }

  /// The content of a payload, if it was requested and is JSON or text; `null` otherwise.
  private func value(_ data: Data?) -> OutputJSON {
    guard hasValues, let data, let text = String(validating: data, as: UTF8.self) else {
      return .value(.null)
    }
    return .value((try? JSONValue(parsing: text)) ?? .string(text))
  }
}
