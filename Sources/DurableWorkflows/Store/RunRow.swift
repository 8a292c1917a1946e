public import Workflows

/// A time of a store, in milliseconds since 1970, which never decreases.
public typealias StoreTime = Int

/// The state of a run in a store: everything that survives the process that runs it.
///
/// Stores keep its parts in tables. A worker keeps one for each run that it has.
public struct RunRow<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The owner of the run.
  public enum State: Hashable, Sendable {
    /// Waits for a worker, from a time on; `nil` until something else wakes the run.
    case ready(at: StoreTime?)
    /// Belongs to a worker until its lease ends.
    case running(until: StoreTime)
    /// Has ended.
    case ended(RunOutcome<Payload>)
    /// Left alone, for a reason that a person has to examine.
    case setAside(String)
  }

  /// The output of a step that never runs again.
  public struct Record: Hashable, Sendable {
    /// The output.
    public let value: Payload
    /// The type of the output, for messages.
    public let type: String
    /// Whether another step undoes it if the run fails.
    public let isCompensated: Bool
    /// The position among all records and marks of the run.
    public let sequence: Int
    /// The time at which the record was written.
    public let time: StoreTime
    /// The duration of the last execution of the step, in milliseconds.
    public let took: Int

    /// Creates a record from stored values.
    public init(
      value: Payload,
      type: String,
      isCompensated: Bool,
      sequence: Int,
      time: StoreTime,
      took: Int = 0
    ) {
      self.value = value
      self.type = type
      self.isCompensated = isCompensated
      self.sequence = sequence
      self.time = time
      self.took = took
    }
  }

  /// The mark of a compensated step that has begun and whose end was not observed.
  public struct Mark: Hashable, Sendable {
    /// The claim in which the step last began.
    public let epoch: Int
    /// The position among all records and marks of the run.
    public let sequence: Int
    /// Whether the end of an execution before the last one was not observed either.
    public let isInDoubt: Bool
    /// Whether another attempt, which may choose other steps, has begun since.
    public var isOfEarlierAttempt: Bool

    /// Creates a mark from stored values.
    public init(epoch: Int, sequence: Int, isInDoubt: Bool, isOfEarlierAttempt: Bool = false) {
      self.epoch = epoch
      self.sequence = sequence
      self.isInDoubt = isInDoubt
      self.isOfEarlierAttempt = isOfEarlierAttempt
    }
  }

  /// The attempts that a step has used up.
  public struct Attempts: Hashable, Sendable {
    /// The number of attempts that have failed.
    public let failed: Int
    /// The time from which the next attempt may begin.
    public let due: StoreTime

    /// Creates attempts from stored values.
    public init(failed: Int, due: StoreTime) {
      self.failed = failed
      self.due = due
    }
  }

  /// A signal that was sent to the run.
  public struct Signal: Hashable, Sendable {
    /// The value that was sent.
    public let value: Payload
    /// The time at which the signal arrived.
    public let arrival: StoreTime

    /// Creates a signal from stored values.
    public init(value: Payload, arrival: StoreTime) {
      self.value = value
      self.arrival = arrival
    }
  }

  /// The name of the workflow.
  public let workflow: String
  /// The version of the workflow.
  public let version: Int
  /// The input of the run.
  public package(set) var input: Payload
  /// The time at which the run was submitted.
  public let submitted: StoreTime
  /// The time at which the run fails if it has not ended; `nil` for never.
  public var deadline: StoreTime?
  /// The name of its queue; `nil` for a run without one.
  public var queue: String?
  /// Its priority in the queue; 0 without one.
  public var priority = 0
  /// The key of the run, which is unique in the queue; `nil` for none, and once the run has ended
  /// or was set aside.
  public var key: String?
  /// The time at which a run of a queue was first claimed.
  public var started: StoreTime?
  /// The owner of the run.
  public var state: State
  /// The time at which the run ended; `nil` if it has not.
  public var ended: StoreTime?
  /// The worker that has the run or had it last.
  public var worker: String?
  /// The number of the claim; a worker with a lower one has lost the run.
  public var epoch = 0
  /// The time that the claim lasts unless its lease is extended, in milliseconds.
  public var lease = 0
  /// The number of claims since the last write that advanced the run.
  public var fruitlessClaims = 0
  /// Whether the run has been cancelled.
  public var isCancelRequested = false
  /// Whether no worker may begin the run until it is resumed.
  public var isPaused = false
  /// The token of the owner's last write, by which a repeated write is recognized.
  public var lastToken: Int?
  /// The last sequence number of a record or a mark.
  public var lastSequence = 0

  /// The outputs of steps.
  public var records: [RecordPath: Record] = [:]
  /// The compensated steps that have begun.
  public var marks: [RecordPath: Mark] = [:]
  /// The times at which the waits that have begun end; `.max` for never.
  public var waits: [RecordPath: StoreTime] = [:]
  /// The times at which the timeouts that have begun end.
  public var limits: [RecordPath: StoreTime] = [:]
  /// The attempts of steps that were tried again.
  public var attempts: [RecordPath: Attempts] = [:]
  /// The signals that were sent to the run.
  public var signals: [String: Signal] = [:]
  /// The reason to undo what the run has done.
  public var undoing: RunFailure?
  /// The compensations that have run, and whether each succeeded.
  public var undone: [RecordPath: Bool] = [:]
  /// The signals that a parked run waits for.
  public var awaited: Set<String> = []

  /// Creates a run that was submitted.
  public init(
    workflow: String = "",
    version: Int = 1,
    input: Payload,
    at now: StoreTime,
    after delay: Int = 0,
    deadline: StoreTime? = nil
  ) {
    self.workflow = workflow
    self.version = version
    self.input = input
    self.deadline = deadline
    submitted = now
    state = .ready(at: now + delay)
  }

  /// Returns whether a step has continued with the value of a signal, which therefore stays.
  ///
  /// - Parameter signal: The name of the signal.
  /// - Returns: Whether there is a record of it.
  public func hasRead(_ signal: String) -> Bool { records[.reading(of: signal)] != nil }

  /// The workflow and its version.
  var definition: WorkflowVersion { WorkflowVersion(workflow, version: version) }

  /// The places at which the run has left traces, and their enclosing places.
  ///
  /// A run does not choose a different step in place of one that it has entered. A timeout is not a
  /// trace: it is only written along with something else.
  package var traces: Set<RecordPath> {
    var traces: Set<RecordPath> = []
    records.keys.forEach { traces.insertTrace($0) }
    waits.keys.forEach { traces.insertTrace($0) }
    attempts.keys.forEach { traces.insertTrace($0) }
    for (path, mark) in marks where !mark.isOfEarlierAttempt { traces.insertTrace(path) }
    return traces
  }

  mutating func nextSequence() -> Int {
    lastSequence += 1
    return lastSequence
  }
}

extension Set<RecordPath> {
  /// Adds a place and its enclosing places.
  package mutating func insertTrace(_ path: RecordPath) {
    var next: RecordPath? = path
    while let place = next, insert(place).inserted { next = place.outer }
  }
}
