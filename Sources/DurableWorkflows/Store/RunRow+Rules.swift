internal import Workflows

// The rules of all stores: what an operation does to the state of a run, or why it refuses.
//
// A store loads the row, calls a rule, and writes what the rule has changed, in one transaction. A
// rule that reads only parts of a row says so, so that a store need not load the others.

extension RunRow {
  /// The result of a write by a worker.
  package enum Verdict: Hashable, Sendable {
    case kept
    /// The run belongs to another worker or to none, and nothing has changed.
    case lost
    /// The run was cancelled, so that it cannot end with a value, and nothing has changed.
    case cancelled
  }

  /// Gives a run that is due to a worker, or sets it aside if it was claimed too often.
  ///
  /// - Parameters:
  ///   - worker: The name of the worker.
  ///   - lease: The time that the worker has the run unless it extends its lease.
  ///   - limit: The number of claims in a row that may end without a write that advances the run.
  ///   - now: The time of the store.
  /// - Returns: Whether the worker has the run.
  package mutating func claim(
    by worker: String,
    lease: Int,
    limit: Int,
    at now: StoreTime
  ) -> Bool {
    fruitlessClaims += 1
    if fruitlessClaims > limit {
      state = .setAside(FruitlessClaims.reason(limit))
      key = nil
      return false
    }
    epoch += 1
    self.lease = lease
    self.worker = worker
    state = .running(until: now.after(lease))
    awaited = []
    lastToken = nil
    if queue != nil, started == nil { started = now }
    return true
  }

  /// Returns whether a worker has the run with this claim.
  func isHeld(_ epoch: Int) -> Bool {
    if case .running = state { self.epoch == epoch } else { false }
  }

  /// Extends the lease of a claim.
  ///
  /// - Returns: Whether the claim has the run.
  @discardableResult
  package mutating func renew(epoch: Int, at now: StoreTime) -> Bool {
    if !isHeld(epoch) { return false }
    state = .running(until: now.after(lease))
    return true
  }

  /// Gives back a run that has not ended.
  package mutating func release(epoch: Int, at now: StoreTime) {
    if !isHeld(epoch) { return }
    state = .ready(at: isPaused ? nil : now)
    fruitlessClaims = max(0, fruitlessClaims - 1)
  }

  /// Makes the changes of a write that advances the run.
  ///
  /// A write that the worker repeats with the same token, because it received no answer, is not
  /// done twice. The rule reads the parts at the places of the changes, and for an attempt those
  /// inside its place, and the signals that the run is parked for.
  package mutating func commit(
    epoch: Int,
    token: Int,
    _ changes: [RunChange<Payload>],
    _ continuation: RunContinuation<Payload>,
    at now: StoreTime
  ) -> Verdict {
    if self.epoch == epoch, lastToken == token { return .kept }
    if !isHeld(epoch) { return .lost }
    if isCancelRequested, case .end(.value) = continuation { return .cancelled }
    apply(changes, at: now)
    lastToken = token
    // A key path to a generic type would be created anew each time.
    if changes.contains(where: { $0.movesOn }) { fruitlessClaims = 0 }
    switch continuation {
    case .keep: state = .running(until: now.after(lease))
    case .park(let wake): park(until: wake, at: now)
    case .end(let outcome): end(with: outcome, at: now)
    case .setAside(let reason):
      state = .setAside(reason)
      key = nil
    }
    return .kept
  }

  private mutating func park(until wake: Wake, at now: StoreTime) {
    awaited = wake.signals
    fruitlessClaims = 0
    // A signal or a cancellation may have arrived since the worker looked.
    let isAwake = isCancelRequested || wake.signals.contains { signals[$0] != nil }
    let times = [wake.due, wake.pause.map { now.after($0) }, deadline]
    state = .ready(at: isPaused ? nil : isAwake ? now : times.compactMap(\.self).min())
  }

  private mutating func end(with outcome: RunOutcome<Payload>, at now: StoreTime) {
    state = .ended(outcome)
    ended = now
    key = nil
    isPaused = false
  }

  /// Stores a signal; the first one of a name stays.
  ///
  /// The rule reads the signal of this name.
  package mutating func send(
    _ value: Payload,
    to name: String,
    at now: StoreTime
  ) -> SignalDelivery {
    if case .ended = state { return .ended }
    if signals[name] != nil { return .taken }
    signals[name] = Signal(value: value, arrival: now)
    if case .ready = state, awaited.contains(name), !isPaused { state = .ready(at: now) }
    return .kept
  }

  /// Removes a signal that no step has read.
  ///
  /// The rule reads the signal of this name, and the record that says that it was read.
  package mutating func withdraw(_ name: String) -> SignalWithdrawal {
    if case .ended = state { return .ended }
    if signals[name] == nil { return .absent }
    // Its worker may have read the signal, and not have written that.
    if case .running = state { return .read }
    if hasRead(name) { return .read }
    signals[name] = nil
    return .withdrawn
  }

  /// Cancels the run: at once if no worker has it and it has nothing to undo.
  package mutating func cancel(at now: StoreTime) -> CancellationAnswer {
    if undoing != nil { return .refused }
    if case .ended = state { return .refused }
    isCancelRequested = true
    isPaused = false
    fruitlessClaims = 0
    if case .running = state { return .requested }
    if nextToUndo != nil {
      state = .ready(at: now)
      return .requested
    }
    end(with: .failure(.cancelled), at: now)
    return .cancelled
  }

  /// Keeps workers from beginning the run, or lets them begin it again.
  ///
  /// A worker that has the run gives it back. What a parked run waits for may happen meanwhile, so
  /// a run that is resumed is due at once.
  ///
  /// - Returns: Whether the run has not ended.
  package mutating func setPaused(_ isPaused: Bool, at now: StoreTime) -> Bool {
    if case .ended = state { return false }
    if self.isPaused == isPaused { return true }
    self.isPaused = isPaused
    if case .ready = state { state = .ready(at: isPaused ? nil : now) }
    return true
  }

  /// Leaves the key to another run, and cancels this one.
  package mutating func giveWay(at now: StoreTime) {
    key = nil
    _ = cancel(at: now)
  }

  /// Undoes a run that ended with a value, or cancels one that has not ended.
  package mutating func undo(at now: StoreTime) -> CancellationAnswer {
    guard case .ended(.value) = state else { return cancel(at: now) }
    isCancelRequested = true
    fruitlessClaims = 0
    deadline = nil
    if nextToUndo == nil {
      end(with: .failure(.cancelled), at: now)
      return .cancelled
    }
    undoing = .cancelled
    state = .ready(at: now)
    ended = nil
    return .requested
  }

  /// Reopens a run that was set aside or failed, without what was undone, so that it is due again.
  ///
  /// The undoing of a run that was set aside while it was undone, or after it was cancelled,
  /// continues.
  ///
  /// - Returns: Whether the run was reopened.
  package mutating func reopen(at now: StoreTime) -> Bool {
    switch state {
    case .setAside: beginAnew(afterItsEnd: false)
    case .ended(.failure): beginAnew(afterItsEnd: true)
    case .ready, .running, .ended(.value): return false
    }
    fruitlessClaims = 0
    deadline = nil
    ended = nil
    isPaused = false
    state = .ready(at: now)
    return true
  }

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

  /// Discards what the steps have left.
  mutating func forgetSteps() {
    records = records.filter { RecordPath.ofOrigin.contains($0.key) }.mapValues { record in
      Record(
        value: record.value,
        type: record.type,
        isCompensated: record.isCompensated,
        sequence: 0,
        time: record.time,
        took: record.took
      )
    }
    (marks, waits, limits, attempts, undone) = ([:], [:], [:], [:], [:])
    lastSequence = 0
  }
}

/// Claims in a row that end without a write that advances a run.
package enum FruitlessClaims {
  /// Returns the reason why a run is set aside after as many of them as are allowed.
  package static func reason(_ limit: Int) -> String {
    "It was begun \(limit) times in a row, and never got on."
  }
}

extension StoreTime {
  /// Returns the time after a number of milliseconds, or `.max` if it would overflow.
  package func after(_ milliseconds: Int) -> StoreTime {
    let (sum, isTooGreat) = addingReportingOverflow(milliseconds)
    return isTooGreat ? (milliseconds < 0 ? .min : .max) : sum
  }
}
