public import Foundation

/// A schedule, as a store keeps it.
public struct StoredSchedule: Hashable, Sendable {
  /// The name of the schedule, which no other one of the store has.
  public var name: String
  /// The name of the workflow of its runs, with the version.
  public var workflow: String
  /// The input of its runs, encoded; `nil` if that is the time of each.
  public var input: Data?
  /// Its times, encoded.
  public var rule: Data
  /// When it is due; `nil` for never again.
  public var next: StoreTime?
  /// How many times it was changed, by which a write recognises the schedule that it has seen.
  public var revision: Int

  /// Creates a schedule.
  public init(
    name: String,
    workflow: String,
    input: Data?,
    rule: Data,
    next: StoreTime?,
    revision: Int = 0
  ) {
    self.name = name
    self.workflow = workflow
    self.input = input
    self.rule = rule
    self.next = next
    self.revision = revision
  }

  /// Whether another one does the same, apart from where it is.
  public func isSame(as other: StoredSchedule) -> Bool {
    name == other.name && workflow == other.workflow && input == other.input && rule == other.rule
  }
}

/// What a process writes that has found a schedule due.
public struct ScheduleFiring: Hashable, Sendable {
  /// The name of the schedule.
  public var schedule: String
  /// The revision that the process has seen.
  public var revision: Int
  /// The runs to add.
  public var runs: [RunSubmission]
  /// When the schedule is due the next time; `nil` for never again.
  public var next: StoreTime?

  /// Creates what a process writes.
  public init(schedule: String, revision: Int, runs: [RunSubmission], next: StoreTime?) {
    self.schedule = schedule
    self.revision = revision
    self.runs = runs
    self.next = next
  }
}

/// A store does not do what it is asked for.
public struct UnsupportedByStore: Error, Hashable, Sendable, CustomStringConvertible {
  /// What it does not do.
  public let operation: String

  /// Creates an error.
  public init(operation: String) { self.operation = operation }

  /// A message that says what the store lacks, and what to do.
  public var description: String {
    "This store of runs does not keep \(operation). Use another store, or do without."
  }
}
