import Workflows

@_spi(Stores) @testable import DurableWorkflows

extension Decision {
  /// Decides what the worker of a run does next.
  ///
  /// - Parameters:
  ///   - plan: The definition.
  ///   - row: The row as of the last contact with the store.
  ///   - memory: The state that only this worker knows.
  ///   - now: The time of the store.
  /// - Returns: The decision.
  static func next(_ plan: Plan, _ row: RunRow, _ memory: RunMemory, at now: StoreTime) -> Decision
  {
    var decision = Decision()
    // What has succeeded is recorded, whatever the end of the run.
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

  /// Fails the run once none of its steps is running.
  private mutating func fail(_ failure: RunFailure, _ row: RunRow, _ memory: RunMemory) {
    if memory.isWorking {
      cancels += memory.calls.values.filter { !$0.isAbandoned && !$0.isCancelled }.map(\.path)
        .sorted()
      return
    }
    // The run may have been cancelled just before a step began.
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
