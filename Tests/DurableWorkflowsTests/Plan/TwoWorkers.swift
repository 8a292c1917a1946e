import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// Two workers, a store and time, in every order of their possible actions.
///
/// A worker decides by what it knows and writes later. In between, its lease may end and the other
/// worker may take over the run. A worker that stops for good does nothing more, which is one of
/// the orders.
struct TwoWorkers: Hashable {
  struct Worker: Hashable {
    var epoch = 0
    var row: RunRow?
    var memory = RunMemory()
    /// The write that was decided but not yet made.
    var write: Write?
    var writes = 0
  }

  struct Write: Hashable {
    let changes: [RunChange]
    let continuation: RunContinuation
    let token: Int
  }

  private static let run = "run"

  let scenario: Scenario
  private(set) var table: RunTable
  private(set) var workers = [Worker(), Worker()]
  private(set) var world = World()
  private var delays: Int
  private var isCancelLeft: Bool
  private var sendings: [Scenario.Sending]
  private(set) var violation: String?

  init(_ scenario: Scenario, delays: Int, isCancelled: Bool = false) {
    self.scenario = scenario
    self.delays = delays
    isCancelLeft = isCancelled
    table = RunTable(claimLimit: 100)
    _ = table.submit(Self.run, input: scenario.input)
    sendings = scenario.sendings.filter { !$0.isEarly }
    for sending in scenario.sendings where sending.isEarly {
      _ = table.send(sending.value, to: sending.name, of: Self.run)
    }
  }

  static func == (one: TwoWorkers, other: TwoWorkers) -> Bool {
    one.table == other.table && one.workers == other.workers && one.world == other.world
      && one.sendings == other.sendings && one.delays == other.delays
      && one.isCancelLeft == other.isCancelLeft
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(table)
    hasher.combine(workers)
    hasher.combine(delays)
  }

  var row: RunRow? { table.runs[Self.run] }

  /// The possible next states.
  var next: [TwoWorkers] {
    var states: [TwoWorkers] = []
    func add(_ change: (inout TwoWorkers) -> Bool) {
      var state = self
      guard change(&state) else { return }
      state.world.normalise()
      // The workers are interchangeable.
      if state.workers[0].epoch > state.workers[1].epoch { state.workers.swapAt(0, 1) }
      states.append(state)
    }
    for index in workers.indices {
      add { $0.claim(index) }
      add { $0.decide(index) }
      add { $0.write(index) }
      add { $0.renew(index) }
      for call in workers[index].memory.calls.keys.sorted() { add { $0.end(call, of: index) } }
    }
    add { $0.delay() }
    add { $0.send() }
    if isCancelLeft {
      add { state in
        state.isCancelLeft = false
        _ = state.table.cancel(Self.run)
        return true
      }
    }
    return states
  }

  private mutating func claim(_ index: Int) -> Bool {
    guard workers[index].row == nil, let claim = table.claim() else { return false }
    workers[index] = Worker()
    workers[index].row = claim.row
    workers[index].epoch = claim.row.epoch
    return true
  }

  /// Makes a worker do what it decides, up to its next write.
  private mutating func decide(_ index: Int) -> Bool {
    guard let row = workers[index].row, workers[index].write == nil else { return false }
    let decision = Decision.next(scenario.plan, row, workers[index].memory, at: table.now)
    for case .limit(let path, until: let due) in decision.companions
    where workers[index].memory.limits[path] == nil {
      workers[index].memory.limits[path] = due
    }
    if !decision.abandons.isEmpty {
      for path in decision.abandons { workers[index].memory.abandon(inside: path) }
      return true
    }
    if decision.writes {
      workers[index].writes += 1
      workers[index].write = Write(
        changes: decision.changes + decision.companions,
        continuation: decision.continuation,
        token: workers[index].writes
      )
      return true
    }
    if let undo = decision.undo {
      world.undo(undo)
      let name = String(undo.path.name)
      workers[index].memory.undone = (undo.path, !scenario.failingUndos.contains(name))
      return true
    }
    for path in decision.cancels { workers[index].memory.cancel(path) }
    for start in decision.starts { begin(start, index) }
    return !decision.starts.isEmpty || !decision.cancels.isEmpty
  }

  private mutating func begin(_ start: Decision.Start, _ index: Int) {
    if workers[index].row?.records[start.path] != nil {
      violation = "\(start.path) begins though its worker knows the record"
    }
    let call = RunMemory.Call(
      path: start.path,
      leaf: start.leaf,
      input: start.input,
      attempt: start.attempt
    )
    _ = workers[index].memory.start(call)
    world.begin(start.leaf, at: start.path)
  }

  private mutating func end(_ id: Int, of index: Int) -> Bool {
    guard let call = workers[index].memory.calls[id] else { return false }
    let outcome = scenario.outcome(of: call.leaf, call.input, attempt: call.attempt)
    if case .value = outcome { world.haveEffect(at: call.path) }
    workers[index].memory.end(id, with: outcome)
    return true
  }

  private mutating func write(_ index: Int) -> Bool {
    guard let write = workers[index].write else { return false }
    workers[index].write = nil
    let old = row
    let answer = table.commit(
      Self.run,
      epoch: workers[index].epoch,
      token: write.token,
      write.changes,
      write.continuation
    )
    if row != old && row?.epoch != workers[index].epoch { violation = "a lost worker has written" }
    for (path, record) in old?.records ?? [:] where row?.records[path] != record {
      violation = "has recorded \(path) twice"
    }
    if case .ended = old?.state, row != old { violation = "a run that has ended has changed" }
    switch answer {
    case .lost: workers[index] = Worker()
    case .cancelled(let new): workers[index].row = new
    case .kept(let new):
      workers[index].row = new
      workers[index].memory.adopt(write.changes)
      if write.continuation != .keep { workers[index] = Worker() }
    }
    return true
  }

  private mutating func renew(_ index: Int) -> Bool {
    guard workers[index].row != nil else { return false }
    switch table.renew(Self.run, epoch: workers[index].epoch) {
    case .lost: workers[index] = Worker()
    case .kept(let new), .cancelled(let new):
      if new == workers[index].row { return false }
      workers[index].row = new
    }
    return true
  }

  private mutating func send() -> Bool {
    guard let sending = sendings.popLast() else { return false }
    _ = table.send(sending.value, to: sending.name, of: Self.run)
    return true
  }

  /// Advances the time until the lease ends or the run is due.
  private mutating func delay() -> Bool {
    switch row?.state {
    case .running(until: let end):
      if delays == 0 { return false }
      delays -= 1
      table.advance(to: end)
    case .ready(at: let due?) where due > table.now: table.advance(to: due)
    default: return false
    }
    return true
  }

  /// Stops both workers, lets another one continue, and returns what is wrong with the result.
  var differenceAfterRescue: String? {
    var state = self
    state.workers = [Worker(), Worker()]
    for _ in 0..<200 {
      if case .ended(let outcome) = state.row?.state { return state.difference(outcome) }
      if let violation = state.violation { return violation }
      state.delays = 1
      let first = state.workers[0]
      let calls = first.memory.calls.keys.sorted()
      if state.write(0) || state.decide(0) { continue }
      if let call = calls.first, state.end(call, of: 0) { continue }
      if state.claim(0) || state.delay() || state.send() { continue }
      return "is stuck"
    }
    return "does not end"
  }

  private func difference(_ outcome: RunOutcome) -> String? {
    guard let row else { return "is lost" }
    let isCancelled = outcome == .failure(.cancelled) && row.isCancelRequested
    if row.isCancelRequested, case .value = outcome { return "succeeded though cancelled" }
    let expected = Interpreter.outcome(of: scenario)
    if outcome != expected && !isCancelled { return "is \(outcome), and should be \(expected)" }
    return world.difference(row, outcome, leaves: scenario.plan.leafNames)
  }
}
