import Futures
import FuturesTesting
import Workflows

@_spi(Stores) @testable import DurableWorkflows

extension Plan {
  /// The plan in the form of a program, whose calls are all recorded: without attempts and time
  /// limits, which a function writes in its own way, and with parts for records around others.
  var asProgram: Plan {
    switch self {
    case .step(let leaf):
      .step(Leaf(name: leaf.name, isRecorded: true, isCompensated: leaf.isCompensated))
    case .chain(let name, let steps): .chain(name, steps.map(\.asProgram))
    case .parallel(let name, let steps): .parallel(name, steps.map(\.asProgram))
    case .forEach(let name, let step, let count, let limit):
      .forEach(name, step.asProgram, count: count, limit: limit)
    case .when(let name, let even, let odd):
      .when(name, even.asProgram, otherwise: odd.asProgram)
    case .recover(let name, let step, let fallback):
      .recover(name, step.asProgram, fallback: fallback.asProgram)
    case .settle(let name, let step): .settle(name, step.asProgram)
    case .limit(let name, let step, _): .chain(name, [step.asProgram])
    case .retry(let name, let step, _, _), .checkpoint(let name, let step, _):
      .checkpoint(name, step.asProgram, isCompensated: false)
    case .wait, .signal: self
    }
  }
}

extension Plan {
  /// The plan without waits that only a time limit around them would end.
  fileprivate func limited(to signals: Set<String>) -> Plan {
    switch self {
    case .signal(let name, timeout: nil) where !signals.contains(name): .signal(name, timeout: 20)
    case .step, .wait, .signal, .retry, .limit: self
    case .checkpoint(let name, let step, let isCompensated):
      .checkpoint(name, step.limited(to: signals), isCompensated: isCompensated)
    case .chain(let name, let steps): .chain(name, steps.map { $0.limited(to: signals) })
    case .parallel(let name, let steps): .parallel(name, steps.map { $0.limited(to: signals) })
    case .forEach(let name, let step, let count, let limit):
      .forEach(name, step.limited(to: signals), count: count, limit: limit)
    case .when(let name, let even, let odd):
      .when(name, even.limited(to: signals), otherwise: odd.limited(to: signals))
    case .recover(let name, let step, let fallback):
      .recover(name, step.limited(to: signals), fallback: fallback.limited(to: signals))
    case .settle(let name, let step): .settle(name, step.limited(to: signals))
    }
  }
}

extension Scenario {
  /// The scenario of a program.
  var asProgram: Scenario {
    var scenario = self
    scenario.plan = .chain("run", [plan.asProgram.limited(to: Set(sendings.map(\.name)))])
    // One attempt is all that there is.
    scenario.behaviours = behaviours.mapValues { behaviour in
      if case .failUntil = behaviour { .fail } else { behaviour }
    }
    return scenario
  }
}

/// The steps of a plan, as a function that calls them.
struct PlanFunction: Sendable {
  let scenario: Scenario
  let clock: ManualClock
  let world: SharedWorld
  let isAlive: @Sendable () -> Bool

  /// Whether two calls are in different tasks of a group, as their keys tell.
  static func areSideBySide(_ one: RecordPath, _ other: RecordPath) -> Bool {
    let keys = [one, other].map { path in
      path.description.split(separator: "/").dropFirst(2).joined().split(separator: ",")
    }
    guard let (here, there) = zip(keys[0], keys[1]).first(where: { $0 != $1 }) else { return false }
    return here.prefix { $0 != ":" } == there.prefix { $0 != ":" }
  }

  var workflow: Workflow<Int, Int> {
    Workflow(scenario.plan.name) { (input: Int, run: Steps) in
      try await perform(scenario.plan, input, run, nil)
    }
  }

  private func perform(_ plan: Plan, _ input: Int, _ run: Steps, _ key: String?) async throws -> Int
  {
    switch plan {
    case .step(let leaf): return try await step(leaf, input, run, key)
    case .chain(_, let steps):
      var value = input
      for step in steps { value = try await perform(step, value, run, key) }
      return value
    case .parallel(let name, let steps):
      return try await all(name, steps.map { ($0, input) }, limit: steps.count, run, key)
    case .forEach(let name, let step, let count, let limit):
      let elements = (0..<count).map { (step, PlanValue.element($0, of: input)) }
      return try await all(name, elements, limit: limit, run, key)
    case .when(_, let even, let odd):
      return try await perform(input.isMultiple(of: 2) ? even : odd, input, run, key)
    case .recover(_, let step, let fallback):
      do {
        return try await perform(step, input, run, key)
      } catch  where !(error is CancellationError) {
        return try await perform(fallback, input, run, key)
      }
    case .settle(_, let step):
      do {
        return try await perform(step, input, run, key)
      } catch  where !(error is CancellationError) {
        return PlanValue.settled
      }
    case .checkpoint(let name, let step, _):
      // One name for all, which is called again, or has keys in tasks.
      let partKey = key.map { "\($0) \(name)" }
      return try await run.part("part", key: partKey) { try await perform(step, input, run, key) }
    case .retry, .limit: preconditionFailure("no program has \(plan.name)")
    case .wait(let name, let time):
      try await run.wait(for: .milliseconds(time), name: name, key: key)
      return input
    case .signal(let name, let timeout):
      let signal = Signal<Int>(name)
      guard let timeout else {
        return PlanValue.joined([input, try await run.signal(signal, key: key)])
      }
      let limit = Duration.milliseconds(timeout)
      guard let value = try await run.signal(signal, within: limit, key: key) else {
        throw TimeoutError(limit: limit)
      }
      return PlanValue.joined([input, value])
    }
  }

  private func all(
    _ name: String,
    _ steps: [(Plan, Int)],
    limit: Int,
    _ run: Steps,
    _ key: String?
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      var values: [Int: Int] = [:]
      for (number, (plan, input)) in steps.enumerated() {
        if number >= limit, let (number, value) = try await group.next() { values[number] = value }
        group.addTask {
          let key = (key.map { "\($0)," } ?? "") + "\(name):\(number)"
          return (number, try await perform(plan, input, run, key))
        }
      }
      for try await (number, value) in group { values[number] = value }
      return PlanValue.joined(values.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  private func step(
    _ leaf: Plan.Leaf,
    _ input: Int,
    _ run: Steps,
    _ key: String?
  ) async throws -> Int {
    let named = RecordPath.root.appending(scenario.plan.name).appending(leaf.name)
    let place = key.map { named.appending($0) } ?? named
    let body = { @Sendable () async throws -> Int in
      if !isAlive() { throw CancellationError() }
      world.state.withLock { $0.begin(leaf, at: place) }
      world.beginnings.withLock { $0[place, default: 0] += 1 }
      if case .slow(let time) = scenario.behaviour(of: leaf.name) {
        try await clock.sleep(for: .milliseconds(time))
      } else {
        await Task.yield()
      }
      if !isAlive() { throw CancellationError() }
      switch scenario.outcome(of: leaf, input, attempt: 1) {
      case .value(let value):
        world.state.withLock { $0.haveEffect(at: place) }
        return value
      case .failure(let failure): throw PlanFailure(description: "\(failure)")
      }
    }
    if !leaf.isCompensated { return try await run.step(leaf.name, key: key, body) }
    return try await run.step(leaf.name, key: key, body) { output, _ in
      await Task.yield()
      if !isAlive() { throw CancellationError() }
      world.state.withLock { $0.undo(RunRow.Undo(path: place, value: output)) }
      if scenario.failingUndos.contains(leaf.name) { throw PlanFailure(description: "undo") }
    }
  }
}
