extension Decision {
  /// Decides what the worker of a run does next.
  ///
  /// - Parameters:
  ///   - plan: The definition.
  ///   - row: What the store knew at the last contact.
  ///   - memory: What only this worker knows.
  ///   - now: The time of the store.
  /// - Returns: The decision.
  static func next(_ plan: Plan, _ row: RunRow, _ memory: RunMemory, at now: StoreTime) -> Decision
  {
    var decision = Decision()
    // Whatever becomes of the run: what has succeeded is recorded.
    for (path, ending) in memory.endings.sorted(by: { $0.value.order < $1.value.order }) {
      guard case .value(let value) = ending.outcome, let leaf = ending.leaf, leaf.isRecorded,
        row.records[path] == nil
      else { continue }
      decision.changes.append(.record(path, value, isCompensated: leaf.isCompensated))
    }
    decision.companions += memory.failedMarks.sorted().map { .failed($0) }
    if row.undoing != nil {
      decision.continueUndoing(row, memory)
    } else if row.isCancelRequested {
      decision.fail(.cancelled, row, memory)
    } else {
      decision.walk(plan, row, memory, now)
    }
    return decision
  }

  private mutating func walk(_ plan: Plan, _ row: RunRow, _ memory: RunMemory, _ now: StoreTime) {
    var walk = PlanWalk(row: row, memory: memory, now: now)
    let status = walk.status(of: plan, at: .root, row.input, attempt: 1)
    changes += walk.changes
    companions += walk.limits.map { .limit($0.path, until: $0.due) }
    abandons = walk.abandons
    switch status {
    case .value(let value): continuation = .end(.value(value))
    case .failure(let failure, _): fail(failure, row, memory)
    case .open(let open):
      changes += open.changes
      starts = open.starts
      cancels = open.cancels
      let isIdle = open.starts.isEmpty && !open.isRunning && !open.continuesAtOnce
      if isIdle && abandons.isEmpty { continuation = .park(open.wake) }
    }
  }

  /// Fails the run, once no step of it is running.
  private mutating func fail(_ failure: RunFailure, _ row: RunRow, _ memory: RunMemory) {
    if memory.isWorking {
      cancels += memory.calls.values.filter { !$0.isAbandoned && !$0.isCancelled }.map(\.path)
        .sorted()
      return
    }
    // The run may have been cancelled when it was about to begin a step.
    let unused = row.marks.filter { $0.value.epoch == row.epoch && !memory.begun.contains($0.key) }
    companions += unused.keys.sorted().map { .failed($0) }
    var later = row
    later.apply(changes + companions, at: 0)
    if later.nextToUndo == nil {
      continuation = .end(.failure(failure))
    } else {
      changes.append(.undo(failure))
    }
  }

  private mutating func continueUndoing(_ row: RunRow, _ memory: RunMemory) {
    var later = row
    if let (path, hasSucceeded) = memory.undone {
      changes.append(.undone(path, hasSucceeded: hasSucceeded))
      later.apply(changes, at: 0)
    }
    if let next = later.nextToUndo {
      undo = next
    } else if let failure = row.undoing {
      continuation = .end(.failure(failure))
    }
  }
}

extension RunRow {
  /// The next step to undo: the last one that has begun or ended.
  ///
  /// A step with a mark and without a record has begun and was not seen to end, so it is in doubt.
  var nextToUndo: Decision.Undo? {
    var last: (sequence: Int, undo: Decision.Undo)?
    func consider(_ path: RecordPath, _ sequence: Int, _ value: Int?) {
      if undone[path] != nil || sequence < last?.sequence ?? 0 { return }
      last = (sequence, Decision.Undo(path: path, value: value))
    }
    for (path, record) in records where record.isCompensated {
      consider(path, record.sequence, record.value)
    }
    for (path, mark) in marks where records[path] == nil { consider(path, mark.sequence, nil) }
    return last?.undo
  }

  /// Adds the changes of a write.
  mutating func apply(_ changes: [RunChange], at now: StoreTime) {
    for change in changes { apply(change, at: now) }
  }

  private mutating func apply(_ change: RunChange, at now: StoreTime) {
    switch change {
    case .record(let path, let value, let isCompensated):
      if records[path] != nil { return }
      records[path] = Record(
        value: value,
        isCompensated: isCompensated,
        sequence: nextSequence()
      )
      marks[path] = nil
    case .begin(let path):
      let isInDoubt = marks[path] != nil
      marks[path] = Mark(epoch: epoch, sequence: nextSequence(), isInDoubt: isInDoubt)
    case .failed(let path):
      if let mark = marks[path], mark.epoch == epoch, !mark.isInDoubt { marks[path] = nil }
    case .wait(let path, for: let time):
      if waits[path] == nil { waits[path] = time.map { now + $0 } ?? .max }
    case .limit(let path, until: let due):
      if limits[path] == nil { limits[path] = due }
    case .attempt(let path, failed: let failed, pause: let pause):
      // Of the attempts before it, the next one finds records, and nothing else.
      limits = limits.filter { !$0.key.isInside(path) }
      waits = waits.filter { !$0.key.isInside(path) }
      attempts = attempts.filter { !$0.key.isInside(path) }
      for place in marks.keys where place.isInside(path) {
        marks[place]?.isOfEarlierAttempt = true
      }
      attempts[path] = Attempts(failed: failed, due: now + pause)
    case .undo(let failure): undoing = failure
    case .undone(let path, hasSucceeded: let hasSucceeded): undone[path] = hasSucceeded
    }
  }
}
