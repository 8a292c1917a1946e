import Workflows

@_spi(Stores) @testable import DurableWorkflows

extension PlanWalk {
  func step(_ leaf: Plan.Leaf, _ path: RecordPath, _ input: Int, _ attempt: Int) -> Status {
    if let record = row.records[path] { return .value(record.value) }
    if let ending = memory.endings[path] { return Status(ending) }
    if memory.isRunning(path) { return .open(Open(running: [path])) }
    var open = Open()
    open.starts = [Decision.Start(path: path, leaf: leaf, input: input, attempt: attempt)]
    if leaf.isCompensated {
      let mark = row.marks[path]
      let isMarked = mark?.epoch == row.epoch && mark?.isOfEarlierAttempt == false
      if !isMarked { open.changes = [.begin(path)] }
    }
    return .open(open)
  }

  func wait(_ path: RecordPath, _ input: Int, _ time: Int) -> Status {
    guard let due = row.waits[path] else {
      return .open(Open(changes: [.wait(path, for: time)], wake: Wake(pause: time)))
    }
    return due <= now ? .value(input) : .open(Open(wake: Wake(due: due)))
  }

  // The store stamps signals and timeouts with one monotonic clock. Which of the two came first is
  // therefore the same whenever it is asked, and needs no separate record.
  mutating func signal(
    _ name: String,
    _ path: RecordPath,
    _ input: Int,
    _ timeout: Int?
  ) -> Status {
    let due = row.waits[path]
    if let signal = row.signals[name], signal.arrival < due ?? .max {
      return .value(PlanValue.joined([input, signal.value]))
    }
    guard let due else {
      // Also without a time: a fallback that waits is not to be left for what has failed before it.
      let begin = RunChange.wait(path, for: timeout)
      return .open(Open(changes: [begin], wake: Wake(pause: timeout, signals: [name])))
    }
    if due <= now { return expired(path) }
    return .open(Open(wake: Wake(due: due == .max ? nil : due, signals: [name])))
  }

  mutating func chain(
    _ steps: [Plan],
    _ path: RecordPath,
    _ input: Int,
    _ attempt: Int
  ) -> Status {
    var value = input
    var next = 0
    for (index, step) in steps.enumerated().reversed() {
      guard let recorded = recordedValue(of: step, at: path) else { continue }
      (value, next) = (recorded, index + 1)
      break
    }
    for step in steps[next...] {
      let status = status(of: step, at: path, value, attempt: attempt)
      guard case .value(let output) = status else { return status }
      value = output
    }
    return .value(value)
  }

  mutating func forEach(
    _ step: Plan,
    _ path: RecordPath,
    _ input: Int,
    _ count: Int,
    _ limit: Int,
    _ attempt: Int
  ) -> Status {
    var statuses: [Status] = []
    var unfinished = 0
    for index in 0..<count where unfinished < max(1, limit) {
      let key = path.appending("\(index)")
      let element = PlanValue.element(index, of: input)
      let status = status(of: step, at: key, element, attempt: attempt)
      if case .open = status { unfinished += 1 }
      statuses.append(status)
    }
    return joined(statuses)
  }

  mutating func retry(
    _ step: Plan,
    _ path: RecordPath,
    _ input: Int,
    _ attempts: Int,
    _ pause: Int
  ) -> Status {
    let used = row.attempts[path]
    if let used, used.due > now { return .open(Open(wake: Wake(due: used.due))) }
    let failed = (used?.failed ?? 0) + 1
    let status = status(of: step, at: path, input, attempt: failed)
    guard status.isHandled, failed < attempts else { return status }
    var open = Open(changes: [.attempt(path, failed: failed, pause: pause)])
    if pause > 0 { open.wake = Wake(pause: pause) } else { open.continuesAtOnce = true }
    return .open(open)
  }

  mutating func limit(
    _ step: Plan,
    _ path: RecordPath,
    _ input: Int,
    _ time: Int,
    _ attempt: Int
  ) -> Status {
    if let ending = memory.endings[path] { return Status(ending) }
    let due = row.limits[path] ?? memory.limits[path] ?? now + time
    if row.limits[path] == nil { limits.append((path, due)) }
    let status = status(of: step, at: path, input, attempt: attempt)
    guard case .open(var open) = status else { return status }
    if due <= now { return expired(path) }
    open.wake.formUnion(Wake(due: due))
    return .open(open)
  }

  /// Returns the failure of a step that has exceeded its time limit.
  private mutating func expired(_ path: RecordPath) -> Status {
    if let ending = memory.endings[path] { return Status(ending) }
    abandons.append(path)
    return .failure(.timeout(String(path.name)), order: .max)
  }

  /// Returns the combined status of branches.
  ///
  /// When one has failed, the running branches are cancelled and waited for; waiting branches are
  /// not.
  func joined(_ statuses: [Status]) -> Status {
    var values: [Int] = []
    var failures: [(failure: RunFailure, order: Int)] = []
    var open: Open?
    for status in statuses {
      switch status {
      case .value(let value): values.append(value)
      case .failure(let failure, let order): failures.append((failure, order))
      case .open(let branch):
        if open == nil { open = branch } else { open?.formUnion(branch) }
      }
    }
    // A branch that was cancelled because of another one is not the cause of the failure.
    let first = failures.min {
      ($0.failure == .cancelled ? 1 : 0, $0.order) < ($1.failure == .cancelled ? 1 : 0, $1.order)
    }
    guard let first else { return open.map { .open($0) } ?? .value(PlanValue.joined(values)) }
    guard let open, open.isRunning else { return .failure(first.failure, order: first.order) }
    return .open(Open(cancels: open.running, running: open.running))
  }
}

extension PlanWalk.Status {
  fileprivate init(_ ending: RunMemory.Ending) {
    switch ending.outcome {
    case .value(let value): self = .value(value)
    case .failure(let failure): self = .failure(failure, order: ending.order)
    }
  }
}

// MARK: - Records

extension PlanWalk {
  /// Returns the output of a step if its records determine it without its input.
  func recordedValue(of plan: Plan, at outer: RecordPath) -> Int? {
    let path = outer.appending(plan.name)
    if !traces.contains(path) { return nil }
    switch plan {
    case .step, .checkpoint: return row.records[path]?.value
    case .wait, .signal, .forEach: return nil
    case .chain(_, let steps): return steps.last.flatMap { recordedValue(of: $0, at: path) }
    case .parallel(_, let branches):
      let values = branches.compactMap { recordedValue(of: $0, at: path) }
      return values.count == branches.count ? PlanValue.joined(values) : nil
    case .when(_, let even, let odd):
      guard let isEven = choice(even, odd, path) else { return nil }
      return recordedValue(of: isEven ? even : odd, at: path)
    case .recover(_, let step, let fallback):
      let hasFailed = traces.contains(path.appending(fallback.name))
      return recordedValue(of: hasFailed ? fallback : step, at: path)
    case .settle(_, let step), .retry(_, let step, _, _), .limit(_, let step, _):
      return recordedValue(of: step, at: path)
    }
  }

  /// Returns which of two steps the run has chosen, if either has left traces.
  func choice(_ one: Plan, _ other: Plan, _ path: RecordPath) -> Bool? {
    if traces.contains(path.appending(one.name)) { return true }
    if traces.contains(path.appending(other.name)) { return false }
    return nil
  }
}
