package import Workflows

/// The model of a store: runs, and the atomic operations on them.
///
/// Each operation corresponds to one transaction of a database. The operations of a worker are
/// conditional on the epoch of its claim. Tests compare the database stores with this model, and
/// use it as a store.
package struct RunTable<Payload: Hashable & Sendable>: Hashable, Sendable {
  package typealias Row = RunRow<Payload>

  /// The default time that a claim lasts unless its lease is extended.
  package static var lease: StoreTime { 30 }

  package enum Submission: Hashable, Sendable {
    case new, same, otherInput
    case taken(by: String)
  }

  package struct Claim: Hashable, Sendable {
    package let run: String
    package let row: Row
  }

  package enum Answer: Hashable, Sendable {
    case kept(Row)
    /// The run belongs to another worker or to none.
    case lost
    /// The run was cancelled, and nothing was written.
    case cancelled(Row)
  }

  /// The number of claims in a row that may end without a write that advances the run.
  let claimLimit: Int

  /// The time of the store.
  package private(set) var now: StoreTime
  package private(set) var runs: [String: Row] = [:]
  /// The runs that may be due at some time; most of the others have ended.
  private var due: Set<String> = []
  /// The schedules, by name.
  package var schedules: [String: StoredSchedule] = [:]

  package init(claimLimit: Int = 4, now: StoreTime = 0) {
    self.claimLimit = claimLimit
    self.now = now
  }

  /// Advances the time of the store.
  package mutating func advance(to time: StoreTime) { now = max(now, time) }

  /// Adds a run unless a run with that identifier exists.
  package mutating func submit(
    _ run: String,
    of definition: WorkflowVersion = WorkflowVersion(""),
    input: Payload,
    after delay: StoreTime = 0,
    timeLimit: StoreTime? = nil,
    records: [RecordPath: Row.Record] = [:],
    place: QueuePlace? = nil
  ) -> Submission {
    if let row = runs[run] {
      return row.input == input && row.definition == definition ? .same : .otherInput
    }
    if let place, let other = holder(of: place) {
      if place.ifTaken == .keep { return .taken(by: other) }
      if var row = runs[other] {
        row.key = nil
        set(other, to: row)
      }
      _ = cancel(other)
    }
    var row = Row(
      workflow: definition.workflow,
      version: definition.version,
      input: input,
      at: now,
      after: delay,
      deadline: timeLimit.map { now + $0 }
    )
    row.records = records
    row.lastSequence = records.values.map(\.sequence).max() ?? 0
    row.queue = place?.queue
    row.priority = place?.priority ?? 0
    row.key = place?.key
    set(run, to: row)
    return .new
  }

  /// Gives a run to a worker: a run that is ready, or one whose lease has ended.
  package mutating func claim(
    of workflows: Set<WorkflowVersion>? = nil,
    by worker: String = "",
    lease: StoreTime = Self.lease,
    limit: Int? = nil,
    queues: [RunQueue] = [],
    skipsOwn: Bool = false,
    setAside: (String) -> Void = { _ in }
  ) -> Claim? {
    let limit = limit ?? claimLimit
    var rooms = self.rooms(of: queues, for: worker)
    for run in due(of: workflows) {
      guard var row = runs[run] else { continue }
      if skipsOwn, case .running = row.state, row.worker == worker { continue }
      if let queue = row.queue {
        // The room is taken with the claim.
        guard rooms[queue]?.take(isNew: row.started == nil) == true else { continue }
        rooms = self.rooms(of: queues, for: worker)
      }
      row.fruitlessClaims += 1
      if row.fruitlessClaims > limit {
        row.state = .setAside("It was begun \(limit) times in a row, and never got on.")
        row.key = nil
        set(run, to: row)
        setAside(run)
        continue
      }
      row.epoch += 1
      row.lease = lease
      row.worker = worker
      row.state = .running(until: now + lease)
      row.awaited = []
      row.lastToken = nil
      if row.queue != nil, row.started == nil { row.started = now }
      set(run, to: row)
      return Claim(run: run, row: row)
    }
    return nil
  }

  /// Changes, adds or removes a run.
  private mutating func set(_ run: String, to row: Row?) {
    runs[run] = row
    if let row, row.due < .max { due.insert(run) } else { due.remove(run) }
  }

  /// Returns the runs that are due, in the order in which they are claimed.
  private func due(of workflows: Set<WorkflowVersion>?) -> [String] {
    let orders = due.lazy.compactMap { run -> (Int, StoreTime, String)? in
      guard let row = runs[run], row.due <= now else { return nil }
      return workflows?.contains(row.definition) ?? true ? row.order(run) : nil
    }
    return orders.sorted(by: <).map { $0.2 }
  }

  /// Returns when the next run that no worker has is due.
  package func nextDue(
    of workflows: Set<WorkflowVersion>,
    queues: [RunQueue] = [],
    for worker: String = ""
  ) -> StoreTime? {
    let rooms = self.rooms(of: queues, for: worker)
    let times = due.lazy.compactMap { run -> StoreTime? in
      guard let row = runs[run], workflows.contains(row.definition) else { return nil }
      guard let queue = row.queue else { return row.due }
      guard let room = rooms[queue] else { return nil }
      if case .running(until: let end) = row.state, end > now { return row.due }
      if room.runs == 0 { return nil }
      if room.starts > 0 || row.started != nil { return row.due }
      return max(row.due, room.nextStart ?? row.due)
    }
    return times.filter { $0 < .max }.min()
  }

  /// Extends the lease of a run and returns its news.
  package mutating func renew(_ run: String, epoch: Int) -> Answer {
    guard var row = owned(run, epoch) else { return .lost }
    row.state = .running(until: now + row.lease)
    set(run, to: row)
    return .kept(row)
  }

  /// Extends the leases of the runs of a worker and returns these runs.
  package mutating func renewAll(of worker: String) -> [Claim] {
    var claims: [Claim] = []
    for run in due.sorted() {
      guard let row = runs[run], row.worker == worker else { continue }
      if case .kept(let row) = renew(run, epoch: row.epoch) {
        claims.append(Claim(run: run, row: row))
      }
    }
    return claims
  }

  /// Gives back a run that has not ended.
  package mutating func release(_ run: String, epoch: Int) {
    guard var row = owned(run, epoch) else { return }
    row.state = .ready(at: now)
    row.fruitlessClaims = max(0, row.fruitlessClaims - 1)
    set(run, to: row)
  }

  /// Writes the changes that advance a run.
  ///
  /// A write that the worker repeats with the same token, because it received no answer, is not
  /// done twice.
  package mutating func commit(
    _ run: String,
    epoch: Int,
    token: Int,
    _ changes: [RunChange<Payload>],
    _ continuation: RunContinuation<Payload>
  ) -> Answer {
    if let row = runs[run], row.epoch == epoch, row.lastToken == token { return .kept(row) }
    guard var row = owned(run, epoch) else { return .lost }
    if row.isCancelRequested, case .end(.value) = continuation { return .cancelled(row) }
    row.apply(changes, at: now)
    row.lastToken = token
    // A key path to a generic type would be created anew each time.
    if changes.contains(where: { $0.movesOn }) { row.fruitlessClaims = 0 }
    row.state = state(of: row, after: continuation)
    switch continuation {
    case .park(let wake):
      row.awaited = wake.signals
      row.fruitlessClaims = 0
    case .end:
      row.ended = now
      row.key = nil
    case .setAside: row.key = nil
    case .keep: break
    }
    set(run, to: row)
    return .kept(row)
  }

  private func state(of row: Row, after continuation: RunContinuation<Payload>) -> Row.State {
    switch continuation {
    case .keep: return .running(until: now + row.lease)
    case .end(let outcome): return .ended(outcome)
    case .setAside(let reason): return .setAside(reason)
    case .park(let wake):
      // A signal or a cancellation may have arrived since the worker looked.
      let isAwake = row.isCancelRequested || wake.signals.contains { row.signals[$0] != nil }
      let times = [wake.due, wake.pause.map { now + $0 }, row.deadline]
      return .ready(at: isAwake ? now : times.compactMap(\.self).min())
    }
  }

  private func owned(_ run: String, _ epoch: Int) -> Row? {
    guard let row = runs[run], row.epoch == epoch, case .running = row.state else { return nil }
    return row
  }

  /// Stores a signal for a run.
  ///
  /// The first signal of a name stays.
  package mutating func send(
    _ value: Payload,
    to name: String,
    of run: String
  ) -> SignalDelivery {
    guard var row = runs[run] else { return .unknown }
    if case .ended = row.state { return .ended }
    if row.signals[name] != nil { return .taken }
    row.signals[name] = Row.Signal(value: value, arrival: now)
    if case .ready = row.state, row.awaited.contains(name) { row.state = .ready(at: now) }
    set(run, to: row)
    return .kept
  }

  /// Cancels a run: at once if no worker has it and it has nothing to undo.
  package mutating func cancel(_ run: String) -> CancellationAnswer {
    guard var row = runs[run], row.undoing == nil else { return .refused }
    if case .ended = row.state { return .refused }
    row.isCancelRequested = true
    row.fruitlessClaims = 0
    defer { set(run, to: row) }
    if case .running = row.state { return .requested }
    if row.nextToUndo != nil {
      row.state = .ready(at: now)
      return .requested
    }
    row.state = .ended(.failure(.cancelled))
    row.ended = now
    row.key = nil
    return .cancelled
  }

  /// Undoes a run that ended with a value, or cancels one that has not ended.
  package mutating func undo(_ run: String) -> CancellationAnswer {
    guard var row = runs[run], case .ended(.value) = row.state else { return cancel(run) }
    defer { set(run, to: row) }
    row.isCancelRequested = true
    row.fruitlessClaims = 0
    row.deadline = nil
    if row.nextToUndo == nil {
      row.state = .ended(.failure(.cancelled))
      row.ended = now
      return .cancelled
    }
    row.undoing = .cancelled
    row.state = .ready(at: now)
    row.ended = nil
    return .requested
  }

  /// Reopens a run that was set aside or failed, without what was undone, so that it is due again.
  ///
  /// The undoing of a run that was set aside while it was undone, or after it was cancelled,
  /// continues.
  package mutating func reopen(_ run: String) -> Bool {
    guard var row = runs[run] else { return false }
    switch row.state {
    case .setAside: row.beginAnew(afterItsEnd: false)
    case .ended(.failure): row.beginAnew(afterItsEnd: true)
    case .ready, .running, .ended(.value): return false
    }
    row.fruitlessClaims = 0
    row.deadline = nil
    row.ended = nil
    row.state = .ready(at: now)
    set(run, to: row)
    return true
  }

  /// Removes runs that have ended, oldest end first.
  package mutating func removeEnded(before time: StoreTime, limit: Int) -> Int {
    let ended = runs.compactMap { run, row in row.ended.map { (time: $0, run: run) } }
      .filter { $0.time <= time }.sorted { $0 < $1 }.prefix(max(0, limit))
    for (_, run) in ended { set(run, to: nil) }
    return ended.count
  }
}

extension RunRow {
  /// Discards attempts and timeouts, and, for a run that has ended, also what was undone.
  package mutating func beginAnew(afterItsEnd hasEnded: Bool) {
    if hasEnded { forgetUndoing() }
    attempts = [:]
    limits = [:]
  }

  /// Discards the reason for the undoing, the records of the undone steps, and those of later
  /// steps, which used their outputs: these steps run again, and the run waits anew for signals
  /// that have not arrived.
  ///
  /// A step that could not be undone keeps its record, because its effect remains.
  private mutating func forgetUndoing() {
    let gone = undone.filter(\.value).keys
    let first = gone.compactMap { records[$0]?.sequence ?? marks[$0]?.sequence }.min() ?? .max
    for path in gone { marks[path] = nil }
    records = records.filter { path, _ in
      let step = path.ownerOfValue ?? path
      return (records[step]?.sequence ?? 0) < first || undone[step] == false
    }
    undone = [:]
    undoing = nil
    isCancelRequested = false
    waits = waits.filter { !$0.key.isWaitForSignal }
  }

  /// Returns a value that defines the order in which runs are claimed.
  fileprivate func order(_ id: String) -> (Int, StoreTime, String) { (-priority, due, id) }

  /// The time from which a worker may claim the run; `.max` for never.
  var due: StoreTime {
    switch state {
    case .ready(at: let time): time ?? .max
    case .running(until: let end): end
    case .ended, .setAside: .max
    }
  }
}
