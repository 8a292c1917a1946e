import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// What a run's worker knows, and loses with its process.
struct RunMemory: Hashable, Sendable {
  /// A step that is running.
  struct Call: Hashable, Sendable {
    let path: RecordPath
    let leaf: Plan.Leaf
    let input: Int
    let attempt: Int
    /// Whether a time limit has abandoned it, so that its outcome is dropped.
    var isAbandoned = false
    var isCancelled = false
  }

  /// The end of a step in this process.
  struct Ending: Hashable, Sendable {
    let outcome: RunOutcome
    /// The position among all endings, which tells the first of several failures.
    let order: Int
    /// The step, or `nil` for an expired time limit.
    let leaf: Plan.Leaf?
  }

  private(set) var calls: [Int: Call] = [:]
  var endings: [RecordPath: Ending] = [:]
  /// The ends of the time limits that have begun in this process.
  var limits: [RecordPath: StoreTime] = [:]
  /// The marks of this claim whose steps have failed.
  private(set) var failedMarks: Set<RecordPath> = []
  /// The compensated steps that have begun in this claim.
  private(set) var begun: Set<RecordPath> = []
  /// The compensation that has ended, and whether it has succeeded.
  var undone: (path: RecordPath, hasSucceeded: Bool)? {
    get { ending.map { ($0.path, $0.hasSucceeded) } }
    set { ending = newValue.map { UndoEnding(path: $0.path, hasSucceeded: $0.hasSucceeded) } }
  }
  private struct UndoEnding: Hashable {
    let path: RecordPath
    let hasSucceeded: Bool
  }
  private var ending: UndoEnding?
  private var lastCall = 0
  private var lastOrder = 0

  /// Starts a step, and returns the number of the call.
  mutating func start(_ call: Call) -> Int {
    lastCall += 1
    calls[lastCall] = call
    if call.leaf.isCompensated { begun.insert(call.path) }
    return lastCall
  }

  mutating func cancel(_ path: RecordPath) {
    for (id, call) in calls where call.path == path { calls[id]?.isCancelled = true }
  }

  /// Abandons the running steps inside a step that has exceeded its time limit.
  mutating func abandon(inside path: RecordPath) {
    for (id, call) in calls where call.path.isInside(path) && !call.isAbandoned {
      calls[id]?.isAbandoned = true
      calls[id]?.isCancelled = true
    }
    lastOrder += 1
    let outcome = RunOutcome.failure(.timeout(String(path.name)))
    endings[path] = Ending(outcome: outcome, order: lastOrder, leaf: nil)
  }

  /// Ends a step.
  mutating func end(_ id: Int, with outcome: RunOutcome) {
    guard let call = calls.removeValue(forKey: id), !call.isAbandoned else { return }
    lastOrder += 1
    endings[call.path] = Ending(outcome: outcome, order: lastOrder, leaf: call.leaf)
    if call.leaf.isCompensated, case .failure = outcome { failedMarks.insert(call.path) }
  }

  /// Applies the changes of a write.
  mutating func adopt(_ changes: [RunChange]) {
    for change in changes {
      switch change {
      case .failed(let path):
        failedMarks.remove(path)
        begun.remove(path)
      case .attempt(let path, _, _): forget(inside: path)
      case .undone: ending = nil
      default: break
      }
    }
  }

  /// Forgets the results of an attempt before the next one.
  private mutating func forget(inside path: RecordPath) {
    endings = endings.filter { !$0.key.isInside(path) }
    limits = limits.filter { !$0.key.isInside(path) }
  }

  /// Whether a step is running whose outcome counts.
  func isRunning(_ path: RecordPath) -> Bool {
    calls.values.contains { $0.path == path && !$0.isAbandoned }
  }

  var isWorking: Bool { calls.values.contains { !$0.isAbandoned } }
}
