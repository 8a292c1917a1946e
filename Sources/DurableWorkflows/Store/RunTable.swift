package import Workflows

/// The model of a store: runs, and the atomic operations on them.
///
/// Each operation corresponds to one transaction of a database. The operations of a worker are
/// conditional on the epoch of its claim. Tests compare the database stores with this model, and
/// use it as a store. What an operation does to a run is a rule of `RunRow`, which database stores
/// apply, too.
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
  /// What is set for queues, by name.
  var queueSettings: [String: QueueSetting] = [:]
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
    signals: [String: Payload] = [:],
    tags: [String: String] = [:],
    place: QueuePlace? = nil
  ) -> Submission {
    if let row = runs[run] {
      return row.input == input && row.definition == definition ? .same : .otherInput
    }
    if let place, let other = holder(of: place) {
      if place.ifTaken == .keep { return .taken(by: other) }
      change(other) { row, now in row.giveWay(at: now) }
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
    row.lastSequence = records.values.reduce(0) { max($0, $1.sequence) }
    row.signals = signals.mapValues { Row.Signal(value: $0, arrival: now) }
    row.tags = tags
    row.queue = place?.queue
    row.partition = place?.partition ?? ""
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
      if let place = row.queuePartition {
        // The room is taken with the claim.
        guard rooms[place]?.take(isNew: row.started == nil) == true else { continue }
        rooms = self.rooms(of: queues, for: worker)
      }
      guard row.claim(by: worker, lease: lease, limit: limit, at: now) else {
        set(run, to: row)
        setAside(run)
        continue
      }
      set(run, to: row)
      return Claim(run: run, row: row)
    }
    return nil
  }

  /// Changes, adds or removes a run.
  private mutating func set(_ run: String, to row: Row?) {
    runs[run] = row
    noteDue(run, row?.due ?? .max)
  }

  private mutating func noteDue(_ run: String, _ time: StoreTime) {
    if time < .max { due.insert(run) } else { due.remove(run) }
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
      guard let place = row.queuePartition else { return row.due }
      guard let room = rooms[place] else { return nil }
      if case .running(until: let end) = row.state, end > now { return row.due }
      if room.runs == 0 { return nil }
      if room.starts > 0 || row.started != nil { return row.due }
      return max(row.due, room.nextStart ?? row.due)
    }
    return times.filter { $0 < .max }.min()
  }

  /// Extends the lease of a run and returns its news.
  package mutating func renew(_ run: String, epoch: Int) -> Answer {
    guard var row = runs[run], row.renew(epoch: epoch, at: now) else { return .lost }
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
    change(run) { row, now in row.release(epoch: epoch, at: now) }
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
    let verdict = change(run) { row, now in
      (row.commit(epoch: epoch, token: token, changes, continuation, at: now), row)
    }
    return switch verdict {
    case (.kept, let row)?: .kept(row)
    case (.cancelled, let row)?: .cancelled(row)
    case (.lost, _)?, nil: .lost
    }
  }

  /// Applies a rule to a run; returns `nil` if there is none.
  @discardableResult
  private mutating func change<Result>(
    _ run: String,
    _ rule: (inout Row, StoreTime) -> Result
  ) -> Result? {
    // In place: a run may have ten thousand records.
    guard let index = runs.index(forKey: run) else { return nil }
    defer { noteDue(run, runs.values[index].due) }
    return rule(&runs.values[index], now)
  }

  /// Stores a signal for a run.
  ///
  /// The first signal of a name stays.
  package mutating func send(
    _ value: Payload,
    to name: String,
    of run: String
  ) -> SignalDelivery {
    change(run) { row, now in row.send(value, to: name, at: now) } ?? .unknown
  }

  /// Removes a signal that no step of a run has read.
  package mutating func withdraw(_ name: String, of run: String) -> SignalWithdrawal {
    change(run) { row, _ in row.withdraw(name) } ?? .unknown
  }

  /// Cancels a run: at once if no worker has it and it has nothing to undo.
  package mutating func cancel(_ run: String) -> CancellationAnswer {
    change(run) { row, now in row.cancel(at: now) } ?? .unknown
  }

  /// Keeps workers from beginning a run, or lets them begin it again.
  package mutating func setPaused(_ isPaused: Bool, of run: String) -> Bool {
    change(run) { row, now in row.setPaused(isPaused, at: now) } ?? false
  }

  /// Undoes a run that ended with a value, or cancels one that has not ended.
  package mutating func undo(_ run: String) -> CancellationAnswer {
    change(run) { row, now in row.undo(at: now) } ?? .unknown
  }

  /// Reopens a run that was set aside or failed, without what was undone, so that it is due again.
  ///
  /// The undoing of a run that was set aside while it was undone, or after it was cancelled,
  /// continues.
  package mutating func reopen(_ run: String) -> Bool {
    change(run) { row, now in row.reopen(at: now) } ?? false
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
