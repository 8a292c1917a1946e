public import Workflows

/// A time of a store, in milliseconds since 1970, which never decreases.
public typealias StoreTime = Int

/// The state of a run in a store: everything that survives the process that runs it.
///
/// Stores keep its parts in tables. A worker keeps one for each run that it has.
@_spi(Stores) public struct RunRow<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// The owner of the run.
  @_spi(Stores) public enum State: Hashable, Sendable {
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
  @_spi(Stores) public struct Record: Hashable, Sendable {
    /// The output.
    @_spi(Stores) public let value: Payload
    /// The type of the output, for messages.
    @_spi(Stores) public let type: String
    /// Whether the step is undone if the run fails.
    ///
    /// A failed step is undone if its end in an earlier execution was not observed.
    @_spi(Stores) public let isCompensated: Bool
    /// The position among all records and marks of the run.
    @_spi(Stores) public let sequence: Int
    /// The time at which the record was written.
    @_spi(Stores) public let time: StoreTime
    /// The duration of the last execution of the step, in milliseconds.
    @_spi(Stores) public let took: Int

    /// Creates a record from stored values.
    @_spi(Stores) public init(
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

  /// The type of the records of calls that have failed; no type of a client has this name.
  static var failureType: String { "%failure" }

  /// The mark of a compensated step that has begun and whose end was not observed.
  @_spi(Stores) public struct Mark: Hashable, Sendable {
    /// The claim in which the step last began.
    @_spi(Stores) public let epoch: Int
    /// The position among all records and marks of the run.
    @_spi(Stores) public let sequence: Int
    /// Whether the end of an execution before the last one was not observed either.
    @_spi(Stores) public let isInDoubt: Bool
    /// Whether another attempt, which may choose other steps, has begun since.
    @_spi(Stores) public var isOfEarlierAttempt: Bool

    /// Creates a mark from stored values.
    @_spi(Stores) public init(
      epoch: Int,
      sequence: Int,
      isInDoubt: Bool,
      isOfEarlierAttempt: Bool = false
    ) {
      self.epoch = epoch
      self.sequence = sequence
      self.isInDoubt = isInDoubt
      self.isOfEarlierAttempt = isOfEarlierAttempt
    }
  }

  /// The attempts that a step has used up.
  @_spi(Stores) public struct Attempts: Hashable, Sendable {
    /// The number of attempts that have failed.
    @_spi(Stores) public let failed: Int
    /// The time from which the next attempt may begin.
    @_spi(Stores) public let due: StoreTime

    /// Creates attempts from stored values.
    @_spi(Stores) public init(failed: Int, due: StoreTime) {
      self.failed = failed
      self.due = due
    }
  }

  /// A signal that was sent to the run.
  @_spi(Stores) public struct Signal: Hashable, Sendable {
    /// The value that was sent.
    @_spi(Stores) public let value: Payload
    /// The time at which the signal arrived.
    @_spi(Stores) public let arrival: StoreTime

    /// Creates a signal from stored values.
    @_spi(Stores) public init(value: Payload, arrival: StoreTime) {
      self.value = value
      self.arrival = arrival
    }
  }

  /// The name of the workflow.
  @_spi(Stores) public let workflow: String
  /// The version of the workflow.
  @_spi(Stores) public let version: Int
  /// The input of the run.
  @_spi(Stores) public package(set) var input: Payload
  /// The time at which the run was submitted.
  @_spi(Stores) public let submitted: StoreTime
  /// The time at which the run fails if it has not ended; `nil` for never.
  @_spi(Stores) public var deadline: StoreTime?
  /// The name of its queue; `nil` for a run without one.
  @_spi(Stores) public var queue: String?
  /// Its partition of the queue; empty without one.
  @_spi(Stores) public var partition = ""
  /// Its priority in the queue; 0 without one.
  @_spi(Stores) public var priority = 0
  /// The key of the run, which is unique in the queue; `nil` for none, and once the run has ended
  /// or was set aside.
  @_spi(Stores) public var key: String?
  /// The time at which a run of a queue was first claimed.
  @_spi(Stores) public var started: StoreTime?
  /// The owner of the run.
  @_spi(Stores) public var state: State
  /// The time at which the run ended; `nil` if it has not.
  @_spi(Stores) public var ended: StoreTime?
  /// The worker that has the run or had it last.
  @_spi(Stores) public var worker: String?
  /// The number of the claim; a worker with a lower one has lost the run.
  @_spi(Stores) public var epoch = 0
  /// The time that the claim lasts unless its lease is extended, in milliseconds.
  @_spi(Stores) public var lease = 0
  /// The number of claims since the last write that advanced the run.
  @_spi(Stores) public var fruitlessClaims = 0
  /// Whether the run has been cancelled.
  @_spi(Stores) public var isCancelRequested = false
  /// Whether no worker may begin the run until it is resumed.
  @_spi(Stores) public var isPaused = false
  /// The token of the owner's last write, by which a repeated write is recognized.
  @_spi(Stores) public var lastToken: Int?
  /// The last sequence number of a record or a mark.
  @_spi(Stores) public var lastSequence = 0

  /// The outputs of steps.
  @_spi(Stores) public var records: [RecordPath: Record] = [:]
  /// The compensated steps that have begun.
  @_spi(Stores) public var marks: [RecordPath: Mark] = [:]
  /// The times at which the waits that have begun end; `.max` for never.
  @_spi(Stores) public var waits: [RecordPath: StoreTime] = [:]
  /// The times at which the timeouts that have begun end.
  @_spi(Stores) public var limits: [RecordPath: StoreTime] = [:]
  /// The attempts of steps that were tried again.
  @_spi(Stores) public var attempts: [RecordPath: Attempts] = [:]
  /// The signals that were sent to the run.
  @_spi(Stores) public var signals: [String: Signal] = [:]
  /// What the run, or who has submitted it, says of it, by name.
  @_spi(Stores) public var tags: [String: String] = [:]
  /// The reason to undo what the run has done.
  @_spi(Stores) public var undoing: RunFailure?
  /// The compensations that have run, and whether each succeeded.
  @_spi(Stores) public var undone: [RecordPath: Bool] = [:]
  /// The signals that a parked run waits for.
  @_spi(Stores) public var awaited: Set<String> = []

  /// Creates a run that was submitted.
  @_spi(Stores) public init(
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
  @_spi(Stores) public func hasRead(_ signal: String) -> Bool {
    records[.reading(of: signal)] != nil
  }

  /// The workflow and its version.
  var definition: WorkflowVersion { WorkflowVersion(workflow, version: version) }

  /// The places at which the run has left traces, and their enclosing places.
  ///
  /// A run does not choose a different step in place of one that it has entered. A timeout is not a
  /// trace: it is only written along with something else.
  package var traces: Set<RecordPath> {
    var traces = Set<RecordPath>(minimumCapacity: records.count)
    records.keys.forEach { traces.insertTrace($0) }
    waits.keys.forEach { traces.insertTrace($0) }
    attempts.keys.forEach { traces.insertTrace($0) }
    for (path, mark) in marks where !mark.isOfEarlierAttempt { traces.insertTrace(path) }
    return traces
  }

  /// Whether there may be such places.
  var hasTraces: Bool {
    !waits.isEmpty || !marks.isEmpty || records.keys.contains { !$0.isOfRun }
      || attempts.keys.contains { !$0.isOfRun }
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
