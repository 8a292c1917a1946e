public import Workflows

/// A time of a store, in milliseconds since 1970, which never decreases.
public typealias StoreTime = Int

/// What a store knows of a run: all that survives the process that runs it.
///
/// Stores keep its parts in tables; workers of runs keep one for each run that they have.
public struct RunRow<Payload: Hashable & Sendable>: Hashable, Sendable {
  /// Who has the run.
  public enum State: Hashable, Sendable {
    /// Waits for a worker, from a time on; `nil` until something else wakes it.
    case ready(at: StoreTime?)
    /// Belongs to a worker until its lease ends.
    case running(until: StoreTime)
    /// Has ended.
    case ended(RunOutcome<Payload>)
    /// Left alone, for a reason that a person has to look at.
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
    /// The place among all records and marks of the run.
    public let sequence: Int
    /// When it was written.
    public let time: StoreTime
    /// How long the step took in its last execution, in milliseconds.
    public let took: Int

    /// Creates a record, as a store has kept it.
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

  /// The mark of a compensated step that has begun and was not seen to end.
  public struct Mark: Hashable, Sendable {
    /// The claim in which it has begun last.
    public let epoch: Int
    /// The place among all records and marks of the run.
    public let sequence: Int
    /// Whether an execution before the last one was not seen to end either.
    public let isInDoubt: Bool
    /// Whether another attempt has begun since, which is free to choose other steps.
    public var isOfEarlierAttempt: Bool

    /// Creates a mark, as a store has kept it.
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
    /// When the next one may begin.
    public let due: StoreTime

    /// Creates attempts, as a store has kept them.
    public init(failed: Int, due: StoreTime) {
      self.failed = failed
      self.due = due
    }
  }

  /// A signal that was sent to the run.
  public struct Signal: Hashable, Sendable {
    /// What was sent.
    public let value: Payload
    /// When it has arrived.
    public let arrival: StoreTime

    /// Creates a signal, as a store has kept it.
    public init(value: Payload, arrival: StoreTime) {
      self.value = value
      self.arrival = arrival
    }
  }

  /// The name of the workflow, with its version.
  public let workflow: String
  /// The input of the run.
  public let input: Payload
  /// When it was submitted.
  public let submitted: StoreTime
  /// When the run fails if it has not ended; `nil` for never.
  public var deadline: StoreTime?
  /// The name of its queue; `nil` for a run without one.
  public var queue: String?
  /// Its priority in the queue; 0 without one.
  public var priority = 0
  /// What no other run of the queue has; `nil` also once it has ended or was set aside.
  public var key: String?
  /// When a run of a queue was claimed for the first time.
  public var started: StoreTime?
  /// Who has the run.
  public var state: State
  /// When it has ended; `nil` before.
  public var ended: StoreTime?
  /// The worker that has the run, or had it last.
  public var worker: String?
  /// The number of the claim; a worker with a lower one has lost the run.
  public var epoch = 0
  /// How long the claim lasts without a sign of life, in milliseconds.
  public var lease = 0
  /// The claims since the last write that moved the run on.
  public var fruitlessClaims = 0
  /// Whether somebody has cancelled it.
  public var isCancelRequested = false
  /// The name of the last write of the owner, to recognise a write that it repeats.
  public var lastToken: Int?
  /// The last number that a record or a mark has.
  public var lastSequence = 0

  /// The outputs of steps.
  public var records: [RecordPath: Record] = [:]
  /// The compensated steps that have begun.
  public var marks: [RecordPath: Mark] = [:]
  /// When a wait ends that has begun; never, if the time is the greatest one.
  public var waits: [RecordPath: StoreTime] = [:]
  /// When a time limit ends that has begun.
  public var limits: [RecordPath: StoreTime] = [:]
  /// The attempts of steps that were tried again.
  public var attempts: [RecordPath: Attempts] = [:]
  /// The signals that were sent to it.
  public var signals: [String: Signal] = [:]
  /// The reason to undo what the run has done.
  public var undoing: RunFailure?
  /// The compensations that have run, and whether they have succeeded.
  public var undone: [RecordPath: Bool] = [:]
  /// The signals that a parked run waits for.
  public var awaited: Set<String> = []

  /// Creates a run that was submitted.
  public init(
    workflow: String = "",
    input: Payload,
    at now: StoreTime,
    after delay: Int = 0,
    deadline: StoreTime? = nil
  ) {
    self.workflow = workflow
    self.input = input
    self.deadline = deadline
    submitted = now
    state = .ready(at: now + delay)
  }

  /// The places where the run has left traces, and those around them.
  ///
  /// A run does not choose another step in place of one inside which it has been. A time limit is
  /// no trace: it is only written along with something else.
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
  /// Adds a place, and those around it.
  package mutating func insertTrace(_ path: RecordPath) {
    var next: RecordPath? = path
    while let place = next, insert(place).inserted { next = place.outer }
  }
}
