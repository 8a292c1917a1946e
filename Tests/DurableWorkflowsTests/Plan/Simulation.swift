import TestSupport

import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// A run from its submission to its end, with one worker after another and with faults.
struct Simulation {
  enum Fault: Hashable {
    /// The process ends before the operation.
    case before
    /// The process ends after the operation, before it receives the answer.
    case after
    /// The answer is lost, and the worker repeats the operation.
    case unanswered
    /// The operation fails without an effect, and the process lives on. Only live runs know it.
    case refused
  }

  struct Crash: Error {}

  let scenario: Scenario
  /// The faults, by number of the operation.
  let faults: [Int: Fault]
  /// The number of the operation before which the run is cancelled, or `nil` for none.
  var cancelledAt: Int?

  private(set) var table = RunTable(claimLimit: 100)
  private(set) var world = World()
  private(set) var operations = 0
  private(set) var writes = 0
  private var schedule: RandomNumbers
  private var running: [Int: StoreTime] = [:]
  private var token = 0
  /// The steps that a time limit has abandoned.
  private var abandoned: Set<RecordPath> = []
  private var violation: String?
  /// The answer to the cancellation.
  private var cancellation: CancellationAnswer?

  static let run = "run"

  init(_ scenario: Scenario, seed: UInt64, faults: [Int: Fault] = [:], cancelledAt: Int? = nil) {
    self.scenario = scenario
    self.faults = faults
    self.cancelledAt = cancelledAt
    schedule = RandomNumbers(seed: seed)
  }

  var row: RunRow? { table.runs[Self.run] }

  var outcome: RunOutcome? {
    if case .ended(let outcome) = row?.state { outcome } else { nil }
  }

  /// Runs the scenario to its end, and returns what is wrong.
  mutating func difference() -> String? {
    while submitted() == nil {}
    for sending in scenario.sendings where sending.isEarly { deliver(sending) }
    var later = scenario.sendings.filter { !$0.isEarly }
    for _ in 0..<300 {
      if let violation { return violation }
      if let outcome { return check(outcome) }
      do {
        if try work() { continue }
      } catch {
        running = [:]
        table.advance(to: table.now + RunTable.lease)
        continue
      }
      if outcome != nil { continue }
      if !later.isEmpty { deliver(later.removeFirst()) } else if !sleep() { return "is stuck" }
    }
    return violation ?? "does not end"
  }

  private mutating func submitted() -> Bool? {
    do {
      let answer = try operation { $0.submit(Self.run, input: 1) }
      return answer == .new
    } catch {
      return nil
    }
  }

  private mutating func deliver(_ sending: Scenario.Sending) {
    _ = table.send(sending.value, to: sending.name, of: Self.run)
    // The first signal with a name is kept.
    if table.send(-1, to: sending.name, of: Self.run) == .kept { violation = "keeps two signals" }
  }

  /// Advances the time until the run is due.
  private mutating func sleep() -> Bool {
    guard case .ready(at: let time?) = row?.state else { return false }
    table.advance(to: time)
    return true
  }

  private func check(_ outcome: RunOutcome) -> String? {
    guard let row else { return "is lost" }
    if let difference = world.difference(row, outcome, leaves: scenario.plan.leafNames) {
      return difference
    }
    let isCancelled = outcome == .failure(.cancelled)
    if cancellation == .refused && isCancelled { return "is cancelled, and has refused that" }
    if cancellation == .cancelled && !isCancelled { return "was cancelled, and is \(outcome)" }
    if cancellation == .requested, case .value = outcome { return "succeeded though cancelled" }
    let expected = Interpreter.outcome(of: scenario)
    if outcome != expected && !(isCancelled && cancellation != nil) {
      return "is \(outcome), and should be \(expected)"
    }
    let doubts = world.undoings.filter(\.value.isInDoubt).keys
    if faults.isEmpty, let path = doubts.first(where: { !abandoned.contains($0) }) {
      return "takes \(path) for in doubt, and nothing has happened"
    }
    for (path, hasSucceeded) in row.undone
    where hasSucceeded == scenario.failingUndos.contains(String(path.name)) {
      return "takes the compensation of \(path) for \(hasSucceeded ? "done" : "failed")"
    }
    return nil
  }

  // MARK: The store

  private mutating func operation<Answer>(
    repeats: Bool = true,
    _ body: (inout RunTable) -> Answer
  ) throws -> Answer {
    if operations == cancelledAt {
      cancelledAt = nil
      cancellation = table.cancel(Self.run)
    }
    let fault = faults[operations]
    operations += 1
    if fault == .before { throw Crash() }
    let old = row
    var answer = body(&table)
    if fault == .unanswered {
      if !repeats { throw Crash() }
      answer = body(&table)
    }
    for (path, record) in old?.records ?? [:] where row?.records[path] != record {
      violation = "has recorded \(path) twice"
    }
    if fault == .after { throw Crash() }
    return answer
  }

  // MARK: The worker

  /// Works on the run until it is parked or has ended, and returns whether there was work.
  private mutating func work() throws -> Bool {
    guard let claim = try operation(repeats: false, { $0.claim() }) else { return false }
    var row = claim.row
    var memory = RunMemory()
    for _ in 0..<1000 where violation == nil {
      let decision = Decision.next(scenario.plan, row, memory, at: table.now)
      for case .limit(let path, until: let due) in decision.companions
      where memory.limits[path] == nil {
        memory.limits[path] = due
      }
      if !decision.abandons.isEmpty {
        for path in decision.abandons { memory.abandon(inside: path) }
        abandoned.formUnion(memory.calls.values.filter(\.isAbandoned).map(\.path))
        continue
      }
      if decision.writes {
        token += 1
        writes += 1
        let changes = decision.changes + decision.companions
        let answer = try operation { [token] table in
          table.commit(Self.run, epoch: row.epoch, token: token, changes, decision.continuation)
        }
        switch answer {
        case .lost: return true
        case .cancelled(let new): row = new
        case .kept(let new):
          row = new
          memory.adopt(changes)
          if decision.continuation == .keep { continue }
          running = [:]
          return true
        }
        continue
      }
      if let undo = decision.undo {
        world.undo(undo)
        let name = String(undo.path.name)
        memory.undone = (undo.path, !scenario.failingUndos.contains(name))
        continue
      }
      for path in decision.cancels { memory.cancel(path) }
      for start in decision.starts { begin(start, &memory, row) }
      guard endOne(&memory) else {
        violation = "has nothing to do: \(decision)"
        break
      }
      if schedule.number(0...3) == 0 {
        guard case .kept(let new) = try operation({ $0.renew(Self.run, epoch: row.epoch) }) else {
          return true
        }
        row = new
      }
    }
    return true
  }

  private mutating func begin(_ start: Decision.Start, _ memory: inout RunMemory, _ row: RunRow) {
    if self.row?.records.keys.contains(where: { start.path.isInside($0) }) ?? false {
      violation = "\(start.path) begins though it is recorded"
    }
    let call = RunMemory.Call(
      path: start.path,
      leaf: start.leaf,
      input: start.input,
      attempt: start.attempt
    )
    let id = memory.start(call)
    world.begin(start.leaf, at: start.path)
    running[id] = table.now
  }

  /// Ends one of the running steps, or advances the time if all are slow.
  private mutating func endOne(_ memory: inout RunMemory) -> Bool {
    if memory.calls.isEmpty { return false }
    let now = table.now
    let ready = memory.calls.keys.sorted().filter { id in
      guard let call = memory.calls[id] else { return false }
      guard case .slow(let time) = scenario.behaviour(of: call.leaf.name) else { return true }
      return call.isCancelled || now >= (running[id] ?? 0) + time
    }
    guard !ready.isEmpty else {
      table.advance(to: now + 1)
      return true
    }
    let id = schedule.element(ready)
    running[id] = nil
    guard let call = memory.calls[id] else { return false }
    // A cancelled step may stop or ignore its cancellation.
    var outcome = scenario.outcome(of: call.leaf, call.input, attempt: call.attempt)
    if call.isCancelled && schedule.number(0...1) == 0 { outcome = .failure(.cancelled) }
    if case .value = outcome { world.haveEffect(at: call.path) }
    memory.end(id, with: outcome)
    return true
  }
}
