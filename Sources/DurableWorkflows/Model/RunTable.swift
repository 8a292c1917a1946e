/// The model of a store: runs, and the few atomic operations on them.
///
/// Each operation is one transaction of a database. Those of a worker are conditional on the epoch
/// of its claim.
struct RunTable: Hashable, Sendable {
  /// How long a claim lasts without a sign of life.
  static let lease = 30

  enum Submission: Hashable, Sendable { case new, same, otherInput }

  struct Claim: Hashable, Sendable {
    let run: String
    let row: RunRow
  }

  enum Answer: Hashable, Sendable {
    case kept(RunRow)
    /// The run belongs to another worker, or to none.
    case lost
    /// The run was cancelled, and nothing was written.
    case cancelled(RunRow)
  }

  enum Delivery: Hashable, Sendable { case kept, taken, unknown, ended }

  enum Cancellation: Hashable, Sendable { case cancelled, requested, refused }

  /// How many claims in a row may end without a write that moves the run on.
  let claimLimit: Int

  /// The time of the store.
  private(set) var now: StoreTime = 0
  private(set) var runs: [String: RunRow] = [:]

  init(claimLimit: Int = 4) { self.claimLimit = claimLimit }

  /// Lets time pass.
  mutating func advance(to time: StoreTime) { now = max(now, time) }

  /// Adds a run, unless there is one with that name.
  mutating func submit(_ run: String, input: Int) -> Submission {
    if let row = runs[run] { return row.input == input ? .same : .otherInput }
    runs[run] = RunRow(input: input, at: now)
    return .new
  }

  /// Gives a run to a worker: one that is ready, or whose worker has shown no sign of life.
  mutating func claim() -> Claim? {
    for (run, row) in runs.sorted(by: { $0.key < $1.key }) where isDue(row) {
      var row = row
      row.fruitlessClaims += 1
      if row.fruitlessClaims > claimLimit {
        row.state = .setAside
        runs[run] = row
        continue
      }
      row.epoch += 1
      row.state = .running(until: now + Self.lease)
      row.awaited = []
      row.lastToken = nil
      runs[run] = row
      return Claim(run: run, row: row)
    }
    return nil
  }

  private func isDue(_ row: RunRow) -> Bool {
    switch row.state {
    case .ready(at: let time): time ?? .max <= now
    case .running(until: let end): end <= now
    case .ended, .setAside: false
    }
  }

  /// Extends the lease of a run, and returns what is new.
  mutating func renew(_ run: String, epoch: Int) -> Answer {
    guard var row = owned(run, epoch) else { return .lost }
    row.state = .running(until: now + Self.lease)
    runs[run] = row
    return .kept(row)
  }

  /// Gives a run back that has not ended.
  mutating func release(_ run: String, epoch: Int) {
    guard var row = owned(run, epoch) else { return }
    row.state = .ready(at: now)
    row.fruitlessClaims -= 1
    runs[run] = row
  }

  /// Writes what moves a run on.
  ///
  /// One that the worker repeats with the same token, because it has not received the answer, is
  /// not done twice.
  mutating func commit(
    _ run: String,
    epoch: Int,
    token: Int,
    _ changes: [RunChange],
    _ continuation: RunContinuation
  ) -> Answer {
    if let row = runs[run], row.epoch == epoch, row.lastToken == token { return .kept(row) }
    guard var row = owned(run, epoch) else { return .lost }
    if row.isCancelRequested, case .end(.value) = continuation { return .cancelled(row) }
    row.apply(changes, at: now)
    row.lastToken = token
    if changes.contains(where: \.movesOn) { row.fruitlessClaims = 0 }
    row.state = state(of: row, after: continuation)
    if case .park(let wake) = continuation {
      row.awaited = wake.signals
      row.fruitlessClaims = 0
    }
    runs[run] = row
    return .kept(row)
  }

  private func state(of row: RunRow, after continuation: RunContinuation) -> RunRow.State {
    switch continuation {
    case .keep: return .running(until: now + Self.lease)
    case .end(let outcome): return .ended(outcome)
    case .park(let wake):
      // A signal, or a cancellation, may have come since the worker has looked.
      let isAwake = row.isCancelRequested || wake.signals.contains { row.signals[$0] != nil }
      let due = [wake.due, wake.pause.map { now + $0 }].compactMap(\.self).min()
      return .ready(at: isAwake ? now : due)
    }
  }

  private func owned(_ run: String, _ epoch: Int) -> RunRow? {
    guard let row = runs[run], row.epoch == epoch, case .running = row.state else { return nil }
    return row
  }

  /// Keeps a signal for a run; the first of a name stays.
  mutating func send(_ value: Int, to name: String, of run: String) -> Delivery {
    guard var row = runs[run] else { return .unknown }
    if case .ended = row.state { return .ended }
    if row.signals[name] != nil { return .taken }
    row.signals[name] = RunRow.Signal(value: value, arrival: now)
    if case .ready = row.state, row.awaited.contains(name) { row.state = .ready(at: now) }
    runs[run] = row
    return .kept
  }

  /// Cancels a run: at once if it has done nothing that is to be undone and no worker has it.
  mutating func cancel(_ run: String) -> Cancellation {
    guard var row = runs[run], row.undoing == nil else { return .refused }
    if case .ended = row.state { return .refused }
    row.isCancelRequested = true
    defer { runs[run] = row }
    if case .running = row.state { return .requested }
    row.state = row.nextToUndo == nil ? .ended(.failure(.cancelled)) : .ready(at: now)
    return row.nextToUndo == nil ? .cancelled : .requested
  }
}

extension RunChange {
  /// Whether a worker that has written this was of use.
  fileprivate var movesOn: Bool {
    switch self {
    case .record, .wait, .attempt, .undo, .undone: true
    case .begin, .failed, .limit: false
    }
  }
}
