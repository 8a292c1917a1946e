public import Foundation
internal import Workflows

/// The recorded state of a run, whatever its workflow is.
///
/// The input, the outputs, and the signals are encoded, as the codec of the process that wrote them
/// has left them. Times are in milliseconds since 1970, by the clock of the store.
public struct RunDetails: Hashable, Sendable, Identifiable {
  /// A compensated step that has begun, or a step that was recorded.
  public struct Step: Hashable, Sendable {
    /// The path of the step, with the names of the enclosing steps.
    public let path: String
    /// The name of the step.
    public let name: String
    /// The type of the output; empty if it is unknown.
    public let type: String
    /// The output; `nil` for a step without a record, whose effect is in doubt.
    public let value: Data?
    /// The time of the record.
    public let time: StoreTime?
    /// The duration of the step, in milliseconds.
    public let took: Int?
    /// Whether the step has a compensation.
    public let isCompensated: Bool
    /// Whether the step was undone, or could not be; `nil` if undoing was not attempted.
    public let undone: Bool?
  }

  /// The failed attempts of a step that is tried again.
  public struct Attempts: Hashable, Sendable {
    /// The path of the step.
    public let path: String
    /// The number of failed attempts.
    public let failed: Int
    /// The time of the next attempt.
    public let due: StoreTime
  }

  /// A signal that was sent to the run.
  public struct Signal: Hashable, Sendable {
    /// The name of the signal, and the number of the value if it queues, such as `messages 2`.
    public let name: String
    /// The value.
    public let value: Data
    /// The time at which the signal arrived.
    public let arrival: StoreTime
  }

  /// What lists of runs show of the run.
  public let summary: RunSummary
  /// The identifier of the run that submitted the run as its child.
  public let parent: String?
  /// What the run, or who has submitted it, says of it, by name.
  public let tags: [String: String]
  /// The place of the run in a queue.
  public let place: QueuePlace?
  /// The time at which a process first began the run.
  public let started: StoreTime?
  /// The time at which the run fails unless it has ended.
  public let deadline: StoreTime?
  /// The time at which a run that no process has is due; `nil` if it waits only for a signal.
  public let due: StoreTime?
  /// The name of the process that last had the run.
  public let worker: String?
  /// The number of times that a process has taken the run.
  public let claims: Int
  /// The time at which the lease of the process that has the run ends.
  public let leaseEnd: StoreTime?
  /// Whether the run was cancelled.
  public let isCancelRequested: Bool
  /// The reason why the run is undone.
  public let undoing: String?
  /// The names of the signals that the run waits for, or waited for last.
  public let awaitedSignals: Set<String>
  /// The recorded steps in order, and then those that have begun.
  public let steps: [Step]
  /// The failed attempts of steps, in the order of their paths.
  public let attempts: [Attempts]
  /// The signals of the run, in the order of their names.
  public let signals: [Signal]
  /// The input of the run, or that with which it has continued as new.
  public let input: Data
  /// The output of a run that has succeeded.
  public let output: Data?

  /// The identifier of the run.
  public var id: String { summary.id }

  /// Creates the details of a row of a store.
  @_spi(Stores) public init(_ id: String, _ row: RunRow<Data>, now: StoreTime) {
    summary = RunSummary(id, row, now: now)
    parent = row.parent
    tags = row.tags
    place = row.queue.map {
      QueuePlace($0, partition: row.partition, priority: row.priority, key: row.key)
    }
    started = row.started
    deadline = row.deadline
    due = if case .ready(at: let time) = row.state { time } else { nil }
    worker = row.worker
    claims = row.epoch
    leaseEnd = if case .running(until: let time) = row.state { time } else { nil }
    isCancelRequested = row.isCancelRequested
    undoing = row.undoing.map { "\($0)" }
    awaitedSignals = Set(row.awaited.map { QueuedName(stored: $0)?.signal ?? $0 })
    steps = Self.recordedSteps(of: row) + Self.begunSteps(of: row)
    attempts = row.attempts.filter { !$0.key.isOfRun }.sorted { $0.key < $1.key }
      .map { path, attempts in
        Attempts(path: path.description, failed: attempts.failed, due: attempts.due)
      }
    signals = Self.signals(of: row)
    input = row.currentInput
    output = if case .ended(.value(let output)) = row.state { output } else { nil }
  }

  private static func signals(of row: RunRow<Data>) -> [Signal] {
    row.signals.compactMap { stored, signal -> (order: (String, Int), signal: Signal)? in
      guard let name = QueuedName(stored: stored) else {
        let signal = Signal(name: stored, value: signal.value, arrival: signal.arrival)
        return ((stored, 0), signal)
      }
      // Not one that was withdrawn.
      guard let value = QueuedValue(stored: signal.value)?.value else { return nil }
      let named = "\(name.signal) \(name.number)"
      return (
        (name.signal, name.number),
        Signal(name: named, value: value, arrival: signal.arrival)
      )
    }
    .sorted { $0.order < $1.order }.map(\.signal)
  }

  private static func recordedSteps(of row: RunRow<Data>) -> [Step] {
    row.records.filter { !$0.key.isOfRun }.sorted { $0.value.sequence < $1.value.sequence }
      .map { path, record in
        Step(
          path: path.description,
          name: String(path.name),
          type: record.type,
          value: record.value,
          time: record.time,
          took: record.took,
          isCompensated: record.isCompensated,
          undone: row.undone[path]
        )
      }
  }

  private static func begunSteps(of row: RunRow<Data>) -> [Step] {
    row.marks.filter { row.records[$0.key] == nil }.sorted { $0.value.sequence < $1.value.sequence }
      .map { path, _ in
        Step(
          path: path.description,
          name: String(path.name),
          type: "",
          value: nil,
          time: nil,
          took: nil,
          isCompensated: true,
          undone: row.undone[path]
        )
      }
  }
}
