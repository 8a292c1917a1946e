public import Foundation

/// A schedule as a store keeps it.
@_spi(Stores) public struct StoredSchedule: Hashable, Sendable {
  /// The name of the schedule, which is unique in the store.
  @_spi(Stores) public var name: String
  /// The name of the workflow of its runs.
  @_spi(Stores) public var workflow: String
  /// The version of that workflow.
  @_spi(Stores) public var version: Int
  /// The input of its runs, encoded; `nil` if the input of each run is its time.
  @_spi(Stores) public var input: Data?
  /// Its times, encoded.
  @_spi(Stores) public var rule: Data
  /// The place of its runs in a queue, encoded; `nil` for runs without one.
  @_spi(Stores) public var place: Data?
  /// The next date at which the schedule is due, in milliseconds since 1970; `nil` for never again,
  /// and ``unplanned`` if a process has to compute it anew.
  @_spi(Stores) public var next: StoreTime?
  /// Whether the schedule is not due until it is resumed.
  @_spi(Stores) public var isPaused: Bool
  /// The number of changes, by which a write recognizes the schedule that it read.
  @_spi(Stores) public var revision: Int

  /// Creates a schedule.
  @_spi(Stores) public init(
    name: String,
    workflow: String,
    version: Int = 1,
    input: Data?,
    rule: Data,
    place: Data? = nil,
    next: StoreTime?,
    isPaused: Bool = false,
    revision: Int = 0
  ) {
    self.name = name
    self.workflow = workflow
    self.version = version
    self.input = input
    self.rule = rule
    self.place = place
    self.next = next
    self.isPaused = isPaused
    self.revision = revision
  }

  /// The next time of a schedule that is due to have its next time computed, without a run.
  ///
  /// A store sets it if the next time was computed from a date that has turned out to be wrong.
  @_spi(Stores) public static let unplanned: StoreTime = 0

  /// Returns whether another schedule does the same, regardless of its next time, a pause, and its
  /// revision.
  @_spi(Stores) public func isSame(as other: StoredSchedule) -> Bool {
    name == other.name && definition == other.definition && input == other.input
      && rule == other.rule && place == other.place
  }

  /// Pauses or resumes the schedule.
  ///
  /// A schedule that is resumed plans its next time from then on: what it would have done meanwhile
  /// is not caught up.
  package mutating func setPaused(_ isPaused: Bool) {
    if isPaused == self.isPaused { return }
    self.isPaused = isPaused
    if !isPaused, next != nil { next = Self.unplanned }
    revision += 1
  }

  /// The workflow of its runs and the version.
  var definition: WorkflowVersion { WorkflowVersion(workflow, version: version) }
}

/// The write of a process that has found a schedule due.
@_spi(Stores) public struct ScheduleFiring: Hashable, Sendable {
  /// The name of the schedule.
  @_spi(Stores) public var schedule: String
  /// The revision that the process read.
  @_spi(Stores) public var revision: Int
  /// The runs to add.
  @_spi(Stores) public var runs: [RunSubmission]
  /// The next date at which the schedule is due, in milliseconds since 1970; `nil` for never again,
  /// and ``StoredSchedule/unplanned`` if a process has to compute it anew.
  @_spi(Stores) public var next: StoreTime?

  /// Creates a write.
  @_spi(Stores) public init(
    schedule: String,
    revision: Int,
    runs: [RunSubmission],
    next: StoreTime?
  ) {
    self.schedule = schedule
    self.revision = revision
    self.runs = runs
    self.next = next
  }
}

/// An error that reports an operation that the store does not support.
public struct UnsupportedByStore: Error, Hashable, Sendable, CustomStringConvertible {
  /// The unsupported operation.
  public let operation: String

  /// Creates an error.
  @_spi(Stores) public init(operation: String) { self.operation = operation }

  /// A message that says what the store lacks and what to do.
  public var description: String {
    "This store of runs does not keep \(operation). Use another store, or do without."
  }
}
