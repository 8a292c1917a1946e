import Foundation
import Futures
import FuturesTesting

@_spi(Stores) @testable import DurableWorkflows
@testable import Workflows

/// The outside world, which processes share.
final class SharedWorld: Sendable {
  let state = Locked(World())
  /// How often each call of a function has begun.
  let beginnings = Locked<[RecordPath: Int]>([:])
}

/// The error of a step that fails.
struct PlanFailure: Error, CustomStringConvertible {
  let description: String
}

/// The steps of a plan, as a workflow that runs them.
struct PlanWorkflow: Sendable {
  let scenario: Scenario
  let clock: ManualClock
  /// The world in which steps have their effects.
  let world: SharedWorld
  /// Whether the process that runs the workflow is still alive.
  let isAlive: @Sendable () -> Bool

  typealias Body = Workflow<Int, Int>

  /// Whether two places are in different branches or elements of one step.
  static func areSideBySide(_ one: RecordPath, _ other: RecordPath) -> Bool {
    let names = [one, other].map { $0.description.split(separator: "/") }
    let common = zip(names[0], names[1]).prefix { $0 == $1 }.last?.0
    return common == "branches" || common == "each"
  }

  var workflow: Body { workflow(scenario.plan) }

  private func workflow(_ plan: Plan) -> Body {
    switch plan {
    case .step(let leaf): return step(leaf)
    case .chain(let name, let steps):
      return steps.reduce(Body.empty(named: name)) { chain, plan in appending(plan, to: chain) }
    case .parallel(let name, let plans): return parallel(name, plans.map { workflow($0) })
    case .forEach(let name, let plan, let count, let limit):
      let steps = workflow(plan)
      return Workflow(name) {
        Perform("list") { (input: Int) in (0..<count).map { PlanValue.element($0, of: input) } }
        ForEach(maxConcurrent: limit, name: "each") { steps }
        Perform("join") { (values: [Int]) in PlanValue.joined(values) }
      }
    case .when(let name, let even, let odd):
      let (one, other) = (workflow(even), workflow(odd))
      return When(name, { (input: Int) in input.isMultiple(of: 2) }) {
        one
      } otherwise: {
        other
      }
      .alone
    case .recover(let name, let plan, let fallback):
      return named(name, plan).recover(with: workflow(fallback))
    case .settle(let name, let plan):
      let base = workflow(plan)
      return Workflow(name) {
        base.asResult()
        Perform("unwrap") { (result: Result<Int, any Error>) in
          (try? result.get()) ?? PlanValue.settled
        }
      }
    case .retry(let name, let plan, let attempts, let pause):
      let policy = RetryPolicy(
        attempts: attempts,
        backoff: .constant(.milliseconds(pause))
      )
      return named(name, plan).retry(policy, clock: clock)
    case .limit(let name, let plan, let time):
      return named(name, plan).timeout(.milliseconds(time), clock: clock)
    case .checkpoint(let name, let plan, let isCompensated):
      let kept = named(name, plan).checkpoint()
      return isCompensated ? compensated(kept) : kept
    case .wait(let name, let time): return appendingWait(name, time, to: .empty(named: name))
    case .signal: return appending(plan, to: .empty(named: plan.name + " flow"))
    }
  }

  /// Returns a plan with its own place, so that the step around it has one.
  private func named(_ name: String, _ plan: Plan) -> Body {
    appending(plan, to: .empty(named: name))
  }

  private func appending(_ plan: Plan, to chain: Body) -> Body {
    switch plan {
    case .wait(let name, let time): return appendingWait(name, time, to: chain)
    case .signal(let name, let timeout):
      let wait = WaitForSignal(
        Signal<Int>(name),
        timeout: timeout.map { .milliseconds($0) }
      )
      return chain.appending(SignalStep<Int, Int>(wait: wait))
        .appending(
          Perform("\(name) joined") { (input: Int, value: Int) in PlanValue.joined([input, value]) }
        )
    default: return chain.appending(workflow(plan))
    }
  }

  private func appendingWait(_ name: String, _ time: Int, to chain: Body) -> Body {
    chain.appending(WaitStep<Int>(wait: Wait(for: .milliseconds(time), name: name)))
  }

  private func parallel(_ name: String, _ branches: [Body]) -> Body {
    switch branches.count {
    case 2:
      return Workflow(name) {
        Parallel("branches") {
          branches[0]
          branches[1]
        }
        Perform("join") { (one: Int, other: Int) in PlanValue.joined([one, other]) }
      }
    case 3:
      return Workflow(name) {
        Parallel("branches") {
          branches[0]
          branches[1]
          branches[2]
        }
        Perform("join") { (one: Int, two: Int, three: Int) in PlanValue.joined([one, two, three]) }
      }
    default: preconditionFailure("no plan has \(branches.count) branches")
    }
  }

  private func step(_ leaf: Plan.Leaf) -> Body {
    let body = Perform<Int, Int>.withContext(leaf.name) { [self] input, context in
      try await run(leaf, input, context)
    }
    if !leaf.isRecorded { return body.alone }
    let kept = CheckpointStep(base: body, coding: .codable).alone
    return leaf.isCompensated ? compensated(kept) : kept
  }

  private func run(_ leaf: Plan.Leaf, _ input: Int, _ context: StepContext) async throws -> Int {
    if !isAlive() { throw CancellationError() }
    let place = context.place
    world.state.withLock { $0.begin(leaf, at: place) }
    if case .slow(let time) = scenario.behaviour(of: leaf.name) {
      try await clock.sleep(for: .milliseconds(time))
    } else {
      await Task.yield()
    }
    if !isAlive() { throw CancellationError() }
    switch scenario.outcome(of: leaf, input, attempt: context.attempt) {
    case .value(let value):
      world.state.withLock { $0.haveEffect(at: place) }
      return value
    case .failure(let failure): throw PlanFailure(description: "\(failure)")
    }
  }

  private func compensated(_ base: Body) -> Body {
    CompensatedStep(
      base: base,
      undo: Perform<Int, Void>.withContext("undo") { [self] _, context in
        try await undo(context.runIdentifier, isInDoubt: false)
      },
      undoInDoubt: Perform<String, Void>.withContext("undo") { [self] _, context in
        try await undo(context.runIdentifier, isInDoubt: true)
      }
    )
    .alone
  }

  private func undo(_ identifier: String, isInDoubt: Bool) async throws {
    await Task.yield()
    if !isAlive() { throw CancellationError() }
    let path = RecordPath(String(identifier.split(separator: " undo ", maxSplits: 1)[1]))
    world.state.withLock { $0.undo(RunRow.Undo(path: path, value: isInDoubt ? nil : 0)) }
    if scenario.failingUndos.contains(String(path.name)) { throw PlanFailure(description: "undo") }
  }
}
