import DurableWorkflows
import Foundation
import Workflows

/// The state of a run, as recorded in its store.
struct RunReport {
  /// A recorded step, or one that has begun.
  struct Step {
    let path: String
    let type: String
    /// The number of bytes in the output; `nil` for a step without a record.
    let size: Int?
    let value: Data?
    /// When the step was recorded, and when it last began.
    let time: StoreTime?
    let took: Int?
    let isCompensated: Bool
    /// Whether the step was undone, or could not be; `nil` if undoing was not attempted.
    let undone: Bool?
  }

  let id: String
  let row: RunRow<Data>
  let now: StoreTime
  let hasValues: Bool

  var status: DurableRunStatus { row.status(at: now) }

  /// The recorded steps in order, and then the steps that are in doubt.
  var steps: [Step] {
    // A record whose place has this prefix describes the origin of the run.
    let recorded = row.records.filter { !$0.key.description.hasPrefix("/%") }
      .sorted { $0.value.sequence < $1.value.sequence }
      .map { path, record in
        Step(
          path: path.description,
          type: record.type,
          size: record.value.count,
          value: record.value,
          time: record.time,
          took: record.took,
          isCompensated: record.isCompensated,
          undone: row.undone[path]
        )
      }
    let begun = row.marks.filter { row.records[$0.key] == nil }
      .sorted { $0.value.sequence < $1.value.sequence }
      .map { path, _ in
        Step(
          path: path.description,
          type: "",
          size: nil,
          value: nil,
          time: nil,
          took: nil,
          isCompensated: true,
          undone: row.undone[path]
        )
      }
    return recorded + begun
  }

  /// When a run that no process has is due; also `nil` if the run waits only for a signal.
  var due: StoreTime? {
    if case .ready(at: let time?) = row.state { time } else { nil }
  }

  /// When the lease of the process that has the run ends.
  var leaseEnds: StoreTime? {
    if case .running(until: let time) = row.state { time } else { nil }
  }

  var output: Data? {
    if case .ended(.value(let data)) = row.state { data } else { nil }
  }
}
