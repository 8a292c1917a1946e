/// A time of the store, which never decreases.
typealias StoreTime = Int

/// What a store knows of a run: all that survives the process that runs it.
struct RunRow: Hashable, Sendable {
  enum State: Hashable, Sendable {
    /// Waits for a worker, from a time on; `nil` until something else wakes it.
    case ready(at: StoreTime?)
    /// Belongs to a worker until its lease ends.
    case running(until: StoreTime)
    case ended(RunOutcome)
    /// Left alone, because it has ended several workers.
    case setAside
  }

  /// The output of a step that never runs again.
  struct Record: Hashable, Sendable {
    let value: Int
    let isCompensated: Bool
    /// The place among all records and marks of the run.
    let sequence: Int
  }

  /// The mark of a compensated step that has begun and was not seen to end.
  struct Mark: Hashable, Sendable {
    /// The claim in which it has begun last.
    let epoch: Int
    let sequence: Int
    /// Whether an execution before the last one was not seen to end either.
    let isInDoubt: Bool
    /// Whether another attempt has begun since, which is free to choose other steps.
    var isOfEarlierAttempt = false
  }

  /// The attempts that a step has used up.
  struct Attempts: Hashable, Sendable {
    let failed: Int
    /// When the next one may begin.
    let due: StoreTime
  }

  struct Signal: Hashable, Sendable {
    let value: Int
    let arrival: StoreTime
  }

  let input: Int
  var state: State
  /// The number of the claim; a worker with a lower one has lost the run.
  var epoch = 0
  /// The claims since the last write that moved the run on.
  var fruitlessClaims = 0
  var isCancelRequested = false
  /// The name of the last write of the owner, to recognise a write that it repeats.
  var lastToken: Int?
  private(set) var lastSequence = 0

  var records: [RecordPath: Record] = [:]
  var marks: [RecordPath: Mark] = [:]
  /// When a wait ends that has begun; never, if the time is the greatest one.
  var waits: [RecordPath: StoreTime] = [:]
  /// When a time limit ends that has begun.
  var limits: [RecordPath: StoreTime] = [:]
  var attempts: [RecordPath: Attempts] = [:]
  var signals: [String: Signal] = [:]
  /// The reason to undo what the run has done.
  var undoing: RunFailure?
  /// The compensations that have run, and whether they have succeeded.
  var undone: [RecordPath: Bool] = [:]
  /// The signals that a parked run waits for.
  var awaited: Set<String> = []

  init(input: Int, at now: StoreTime) {
    self.input = input
    state = .ready(at: now)
  }

  /// The places where the run has left traces, and those around them.
  ///
  /// A run does not choose another step in place of one inside which it has been. A time limit is
  /// no trace: it is only written along with something else.
  var traces: Set<RecordPath> {
    var traces: Set<RecordPath> = []
    func insert(_ path: RecordPath) {
      var next: RecordPath? = path
      while let place = next, traces.insert(place).inserted { next = place.outer }
    }
    records.keys.forEach(insert)
    waits.keys.forEach(insert)
    attempts.keys.forEach(insert)
    for (path, mark) in marks where !mark.isOfEarlierAttempt { insert(path) }
    return traces
  }

  mutating func nextSequence() -> Int {
    lastSequence += 1
    return lastSequence
  }
}
