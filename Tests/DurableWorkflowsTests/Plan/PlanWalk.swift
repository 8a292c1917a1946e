import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// A walk through a plan from its beginning, past all records, to the next steps.
///
/// A walk starts and changes nothing; it collects what is to be done.
struct PlanWalk {
  /// The work inside a step that has not ended.
  struct Open: Hashable, Sendable {
    var starts: [Decision.Start] = []
    /// The changes to write before the step can continue.
    var changes: [RunChange] = []
    var cancels: [RecordPath] = []
    /// The steps that are running.
    var running: [RecordPath] = []
    var wake = Wake()
    /// Whether work continues as soon as the changes are written.
    var continuesAtOnce = false

    var isRunning: Bool { !running.isEmpty }

    mutating func formUnion(_ other: Open) {
      starts += other.starts
      changes += other.changes
      cancels += other.cancels
      running += other.running
      wake.formUnion(other.wake)
      if other.continuesAtOnce { continuesAtOnce = true }
    }
  }

  enum Status {
    case value(Int)
    /// A failure, with its position among all endings of this process.
    case failure(RunFailure, order: Int)
    case open(Open)

    /// Whether this is a failure that the steps around it handle.
    var isHandled: Bool {
      if case .failure(let failure, _) = self { failure != .cancelled } else { false }
    }
  }

  let row: RunRow
  let memory: RunMemory
  let now: StoreTime
  /// The places that the run has reached, and the places around them.
  let traces: Set<RecordPath>

  /// The records to write of steps that contain others.
  var changes: [RunChange] = []
  /// The time limits that apply but are not yet in the store.
  var limits: [(path: RecordPath, due: StoreTime)] = []
  var abandons: [RecordPath] = []

  init(row: RunRow, memory: RunMemory, now: StoreTime) {
    self.row = row
    self.memory = memory
    self.now = now
    traces = row.traces
  }

  /// Returns the status of a step.
  ///
  /// - Parameters:
  ///   - plan: The step.
  ///   - outer: The place of the step around it.
  ///   - input: Its input.
  ///   - attempt: The number of the attempt that it is a part of.
  /// - Returns: Its output or failure, or the work inside it.
  mutating func status(
    of plan: Plan,
    at outer: RecordPath,
    _ input: Int,
    attempt: Int
  ) -> Status {
    let path = outer.appending(plan.name)
    switch plan {
    case .step(let leaf): return step(leaf, path, input, attempt)
    case .wait(_, let time): return wait(path, input, time)
    case .signal(let name, let timeout): return signal(name, path, input, timeout)
    case .chain(_, let steps): return chain(steps, path, input, attempt)
    case .parallel(_, let branches):
      var statuses: [Status] = []
      for branch in branches {
        statuses.append(status(of: branch, at: path, input, attempt: attempt))
      }
      return joined(statuses)
    case .forEach(_, let step, let count, let limit):
      return forEach(step, path, input, count, limit, attempt)
    case .when(_, let even, let odd):
      let isEven = choice(even, odd, path) ?? input.isMultiple(of: 2)
      return status(of: isEven ? even : odd, at: path, input, attempt: attempt)
    case .recover(_, let step, let fallback):
      if !traces.contains(path.appending(fallback.name)) {
        let status = status(of: step, at: path, input, attempt: attempt)
        guard status.isHandled else { return status }
      }
      return status(of: fallback, at: path, input, attempt: attempt)
    case .settle(_, let step):
      let status = status(of: step, at: path, input, attempt: attempt)
      return status.isHandled ? .value(PlanValue.settled) : status
    case .retry(_, let step, let attempts, let pause):
      return retry(step, path, input, attempts, pause)
    case .limit(_, let step, let time): return limit(step, path, input, time, attempt)
    case .checkpoint(_, let step, let isCompensated):
      if let record = row.records[path] { return .value(record.value) }
      let status = status(of: step, at: path, input, attempt: attempt)
      if case .value(let value) = status {
        changes.append(.record(path, value, isCompensated: isCompensated))
      }
      return status
    }
  }
}
