import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// A scenario that real workflows run on a store in memory, in one process after another.
final class LiveRun: Sendable {
  /// How the plan of the scenario is written.
  enum Form { case steps, function }

  static let run = "run"

  let scenario: Scenario
  let form: Form
  let store = InMemoryRunStore()
  let time = VirtualTime()
  let world = SharedWorld()
  private let plan: Locked<FaultyStore.Plan>
  private let hasFaults: Bool
  /// Settles when the process or the run has ended, or when the run is parked.
  private let news = Locked(Promise<Void, Never>())
  private let events = Locked<[String]>([])
  /// The answer to the cancellation.
  private let cancellation = Locked<CancellationAnswer?>(nil)

  init(
    _ scenario: Scenario,
    form: Form = .steps,
    faults: [Int: Simulation.Fault] = [:],
    cancelledAt: Int? = nil
  ) {
    self.scenario = scenario
    self.form = form
    hasFaults = !faults.isEmpty
    plan = Locked(FaultyStore.Plan(faults))
    if let cancelledAt {
      let plan = FaultyStore.Plan(faults) { [weak self] number in
        guard number == cancelledAt, let self else { return }
        let answer = try? await store.cancel(Self.run)
        cancellation.withLock { $0 = answer }
        if answer == .cancelled { tell("cancelled") }
      }
      self.plan.withLock { $0 = plan }
    }
  }

  var operations: Int { plan.withLock { $0 }.operations }

  /// Runs the scenario to its end, and returns what differs from the model.
  func difference() async throws -> String? {
    let input = try JSONRunCodec().encode(scenario.input)
    _ = try await store.submit(
      RunSubmission(id: Self.run, workflow: scenario.plan.name, input: input)
    )
    for sending in scenario.sendings where sending.isEarly { try await deliver(sending) }
    var later = scenario.sendings.filter { !$0.isEarly }
    for _ in 0..<20 {
      if let difference = try await process(&later) { return difference }
      guard let row = try await store.load(Self.run) else { return "is lost" }
      if case .ended(let outcome) = row.state { return check(row, outcome) }
      if case .setAside(let reason) = row.state { return "is set aside: \(reason)" }
    }
    return "does not end"
  }

  private func deliver(_ sending: Scenario.Sending) async throws {
    time.pass(in: store)
    let value = try JSONRunCodec().encode(sending.value)
    _ = try await store.send(value, to: sending.name, of: Self.run)
  }

  /// Works on the run until it ends or the process does.
  private func process(_ later: inout [Scenario.Sending]) async throws -> String? {
    let manual = ManualContext()
    let plan = plan.withLock { $0 }
    let connection = FaultyStore(store, time, plan) { [weak self] in self?.tell("crash") }
    let workflow = workflow { connection.isAlive }
    let runs = DurableRuns(
      RunSettings(
        store: connection,
        workflows: [WorkflowVersion(workflow.name): workflow.durable()],
        options: DurableRunsOptions(
          lease: .milliseconds(30),
          pollInterval: .milliseconds(50),
          maxFruitlessClaims: 100
        ),
        codec: JSONRunCodec(),
        clock: time.clock,
        monitor: nil,
        onEvent: { [weak self] event in
          switch event {
          case .parked, .ended, .setAside, .lost: self?.tell("\(event)")
          case .claimed, .released, .compensationFailed, .scheduled, .scheduleFailed,
            .queuedForOthers, .storeFailed, .calledAfterParking:
            self?.events.withLock { $0.append("\(event)") }
          // The definition is the same all the time.
          case .skipped: Issue.record("\(event)")
          }
        }
      )
    )
    manual.capture { runs.start() } as Void
    while true {
      let promise = Promise<Void, Never>()
      news.withLock { $0 = promise }
      let row = try await store.load(Self.run)
      if !connection.isAlive { break }
      switch row?.state {
      case .ended, .setAside, nil: promise.succeed()
      case .ready, .running: break
      }
      do {
        try await time.clock.run(until: promise.future, on: manual, within: .seconds(20_000))
      } catch {
        return "is stuck: \(error)\n\(events.withLock { $0 }.suffix(20))"
      }
      time.pass(in: store)
      let parked = try await store.load(Self.run)
      switch parked?.state {
      case .ended, .setAside, nil: break
      case .ready where !later.isEmpty:
        // A signal that nothing waits for, in a branch that was not chosen, causes no event.
        repeat {
          let sending = later.removeFirst()
          try await deliver(sending)
          if parked?.awaited.contains(sending.name) == true { break }
        } while !later.isEmpty
        continue
      case .ready, .running:
        if connection.isAlive { continue }
      }
      break
    }
    runs.abandon()
    manual.runAll()
    try await stopped(runs, manual)
    time.clock.advance(by: .milliseconds(30))
    time.pass(in: store)
    return nil
  }

  /// The workflow of the scenario in a process.
  private func workflow(isAlive: @escaping @Sendable () -> Bool) -> Workflow<Int, Int> {
    switch form {
    case .steps:
      PlanWorkflow(scenario: scenario, clock: time.clock, world: world, isAlive: isAlive).workflow
    case .function:
      PlanFunction(scenario: scenario, clock: time.clock, world: world, isAlive: isAlive).workflow
    }
  }

  /// Waits until the tasks of a process have ended.
  private func stopped(_ runs: DurableRuns, _ manual: ManualContext) async throws {
    let ended = Promise<Void, Never>()
    let end = manual.capture {
      Task(executorPreference: TaskHome.executor) { @concurrent in
        await runs.abandoned()
        ended.succeed()
      }
    }
    defer { _ = end }
    try await time.clock.run(until: ended.future, on: manual)
  }

  private func tell(_ event: String) {
    events.withLock { $0.append(event) }
    news.withLock { $0 }.succeed()
  }

  private func check(_ row: RunStorage.Row, _ ending: DurableWorkflows.RunOutcome<Data>) -> String?
  {
    let outcome: RunOutcome
    switch ending {
    case .value(let data):
      guard let value = try? JSONRunCodec().decode(Int.self, from: data) else { return "no number" }
      outcome = .value(value)
    case .failure(let failure): outcome = .failure(failure)
    }
    let numbers = RunRow(numbersOf: row)
    let leaves = scenario.plan.leafNames
    let difference = world.state.withLock {
      $0.difference(
        numbers,
        outcome,
        leaves: leaves,
        isConcurrent: form == .steps
          ? PlanWorkflow.areSideBySide : PlanFunction.areSideBySide
      )
    }
    if let difference { return difference }
    // A process that ends may leave what it does without a record, once.
    if let again = world.beginnings.withLock({ $0.first { $0.value > (hasFaults ? 2 : 1) } }) {
      return "has begun \(again.key) \(again.value) times"
    }
    let answer = cancellation.withLock { $0 }
    let isCancelled = outcome == .failure(.cancelled)
    if isCancelled && answer == nil { return "is cancelled by nobody" }
    if answer == .refused && isCancelled { return "is cancelled, and has refused that" }
    if answer == .cancelled && !isCancelled { return "was cancelled, and is \(outcome)" }
    if answer == .requested, case .value = outcome { return "succeeded though cancelled" }
    let expected = Interpreter.outcome(of: scenario)
    if Self.text(outcome) != Self.text(expected) && !isCancelled {
      return "is \(outcome), and should be \(expected)"
    }
    let doubts = world.state.withLock { $0.undoings.filter(\.value.isInDoubt).keys.sorted() }
    if !hasFaults, answer == nil, !scenario.plan.hasLimit, let path = doubts.first {
      return "takes \(path) for in doubt, and nothing has happened"
    }
    for (path, hasSucceeded) in row.undone
    where hasSucceeded == scenario.failingUndos.contains(stepName(of: path)) {
      return "takes the compensation of \(path) for \(hasSucceeded ? "done" : "failed")"
    }
    return nil
  }

  /// The name of the step at a place, which a key may follow in a function.
  private func stepName(of path: RecordPath) -> String {
    form == .steps ? String(path.name) : path.outsideOfParts.names.dropFirst().first ?? ""
  }

  /// Returns the outcome without the names of errors that differ in the model.
  private static func text(_ outcome: RunOutcome) -> String {
    switch outcome {
    case .value(let value): "\(value)"
    case .failure(.cancelled): "cancelled"
    case .failure(.error(let type, let message)):
      ["timeout", "TimeoutError"].contains(type)
        ? "timeout" : String(message.split(separator: " ").last ?? "")
    }
  }
}

extension RunRow {
  /// Creates the model's form of a row, which has no payloads.
  init(numbersOf row: RunStorage.Row) {
    self.init(input: 0, at: 0)
    for (path, record) in row.records {
      let path = path.outsideOfParts
      if record.type == RecordedFailure.type {
        // In the model, a failure leaves the mark of a step in doubt.
        guard record.isCompensated else { continue }
        marks[path] = Mark(epoch: 0, sequence: record.sequence, isInDoubt: true)
        continue
      }
      records[path] = Record(
        value: 0,
        type: "",
        isCompensated: record.isCompensated,
        sequence: record.sequence,
        time: 0
      )
    }
    for (path, mark) in row.marks {
      marks[path.outsideOfParts] = Mark(
        epoch: mark.epoch,
        sequence: mark.sequence,
        isInDoubt: mark.isInDoubt
      )
    }
    for (path, hasSucceeded) in row.undone { undone[path.outsideOfParts] = hasSucceeded }
  }
}

extension RecordPath {
  /// The place that a call would have without the parts around it.
  fileprivate var outsideOfParts: RecordPath {
    guard let root = names.first, let part = description.ranges(of: "/%in").last else {
      return self
    }
    return RecordPath("\(RecordPath.root.appending(root))\(description[part.upperBound...])")
  }
}
