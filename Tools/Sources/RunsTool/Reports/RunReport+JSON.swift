import DurableWorkflows
import Foundation
import JSONValues
import RunsScreen
import ToolSupport
import Workflows

extension RunReport {
  var json: OutputJSON {
    .object([
      "id": OutputJSON(run.id), "workflow": OutputJSON(summary.workflow),
      "version": OutputJSON(summary.version),
      "status": OutputJSON(StatusName(summary.status).rawValue),
      "message": OutputJSON(summary.message),
      "parent": OutputJSON(run.parent),
      "queue": OutputJSON(run.place?.queue), "partition": OutputJSON(run.place?.partition),
      "priority": OutputJSON(run.place?.priority ?? 0),
      "tags": .list(
        run.tags.sorted(by: <).map { name, value in
          .object(["name": OutputJSON(name), "value": OutputJSON(value)])
        }
      ),
      "key": OutputJSON(run.place?.key), "submitted": OutputJSON(TimeText.exact(summary.submitted)),
      "started": OutputJSON(run.started.map(TimeText.exact)),
      "ended": OutputJSON(summary.ended.map(TimeText.exact)),
      "deadline": OutputJSON(run.deadline.map(TimeText.exact)),
      "due": OutputJSON(run.due.map(TimeText.exact)),
      "worker": OutputJSON(run.worker), "lease_ends": OutputJSON(run.leaseEnd.map(TimeText.exact)),
      "epoch": OutputJSON(run.claims),
      "is_cancel_requested": .value(.bool(run.isCancelRequested)),
      "undoing": OutputJSON(run.undoing),
      "awaited_signals": .list(run.awaitedSignals.sorted().map { OutputJSON($0) }),
      "steps": .list(run.steps.map(json)), "attempts": .list(attempts), "signals": .list(signals),
      "input_bytes": OutputJSON(run.input.count), "input": value(run.input),
      "output_bytes": OutputJSON(run.output?.count), "output": value(run.output),
    ])
  }

  private func json(_ step: RunDetails.Step) -> OutputJSON {
    .object([
      "path": OutputJSON(step.path), "type": OutputJSON(step.value == nil ? nil : step.type),
      "recorded": OutputJSON(step.time.map(TimeText.exact)), "took_ms": OutputJSON(step.took),
      "is_compensated": .value(.bool(step.isCompensated)),
      "is_undone": .value(step.undone.map { .bool($0) } ?? .null),
      "bytes": OutputJSON(step.value?.count), "value": value(step.value),
    ])
  }

  private var attempts: [OutputJSON] {
    run.attempts.map { attempts in
      .object([
        "path": OutputJSON(attempts.path), "failed": OutputJSON(attempts.failed),
        "due": OutputJSON(TimeText.exact(attempts.due)),
      ])
    }
  }

  private var signals: [OutputJSON] {
    run.signals.map { signal in
      .object([
        "name": OutputJSON(signal.name), "arrived": OutputJSON(TimeText.exact(signal.arrival)),
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
