import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// A racing program that a function performs, on a store whose operations fail.
final class LiveRace: Sendable {
  private struct Broken: Error {}

  /// What the steps have done, by name and key.
  private struct Effects {
    var count = 0
    var begun: [String: Int] = [:]
    var values: [String: [String]] = [:]
    /// The values that were undone; `nil` where it was not known whether the step was done.
    var undone: [String: [String?]] = [:]

    mutating func have(_ step: String) -> String {
      count += 1
      let value = "\(step)#\(count)"
      values[step, default: []].append(value)
      return value
    }
  }

  private static let run = "run"

  private let program: RacingProgram
  /// Whether the run fails at last, and is undone.
  private let fails: Bool
  private let replays: Bool
  private let live: LiveStore
  private let effects = Locked(Effects())
  private let hasFaults: Bool
  /// What the store has answered to a cancellation.
  private let cancellation = Calls()

  init(
    _ program: RacingProgram,
    fails: Bool = false,
    replays: Bool = false,
    faults: [Int: Simulation.Fault] = [:],
    cancelledAt: Int? = nil
  ) {
    self.program = program
    self.fails = fails
    self.replays = replays
    hasFaults = !faults.isEmpty
    let cancellation = cancellation
    live = LiveStore(faults: faults) { number, runs in
      guard number == cancelledAt else { return }
      if let answer = try? await runs.cancel(Self.run) { cancellation.add("\(answer)") }
    }
  }

  var operations: Int { live.operations }

  // MARK: The workflows

  private func function(_ isAlive: @escaping @Sendable () -> Bool) -> Workflow<Int, String> {
    let child = child(isAlive)
    return Workflow("function") { [self] (_: Int, run: Steps) in
      let value = try await perform(program, run, child, isAlive)
      if fails { throw Broken() }
      return value
    }
  }

  private func child(_ isAlive: @escaping @Sendable () -> Bool) -> Workflow<Int, String> {
    Workflow("child") { [self] (id: Int, run: Steps) in
      let value = try await step("child", id, seconds: 5, heeds: true, run, isAlive)
      try await run.wait(for: .seconds(10))
      return value
    }
  }

  private func perform(
    _ program: RacingProgram,
    _ run: Steps,
    _ child: Workflow<Int, String>,
    _ isAlive: @escaping @Sendable () -> Bool
  ) async throws -> String {
    switch program {
    case .step(let id, let seconds, let heeds):
      return try await step("step", id, seconds: seconds, heeds: heeds, run, isAlive)
    case .failure(let id, let seconds):
      do {
        try await run.step("failure", key: "\(id)") { [self] in
          try await begin("failure \(id)", seconds: seconds, heeds: false, isAlive)
          throw Broken()
        }
        return "never"
      } catch is StepFailed {
        return "failed"
      }
    case .retried(let id):
      let policy = RetryPolicy(attempts: 5, backoff: .constant(.seconds(15)))
      return try await run.step("retried", key: "\(id)", retry: policy) { [self] in
        try await begin("retried \(id)", seconds: 1, heeds: false, isAlive)
        if RetryPolicy.currentAttempt < 3 { throw Broken() }
        return effects.withLock { $0.have("retried \(id)") }
      }
    case .wait(let id, let seconds):
      try await run.wait(for: .seconds(seconds), key: "\(id)")
      return "waited"
    case .signal(let id, let seconds, let comes):
      let signal = Signal<String>(comes ? "early" : "never")
      return try await run.signal(signal, within: .seconds(seconds), key: "\(id)") ?? "none"
    case .child(let id): return try await run.child(child, key: "\(id)", input: id)
    case .sequence(let parts):
      var values: [String] = []
      for part in parts { values.append(try await perform(part, run, child, isAlive)) }
      return values.joined(separator: ",")
    case .group(let parts):
      return try await withThrowingTaskGroup(of: String.self) { group in
        for part in parts { group.addTask { try await self.perform(part, run, child, isAlive) } }
        var values: [String] = []
        for try await value in group { values.append(value) }
        return "(\(values.joined(separator: ",")))"
      }
    case .race(let parts):
      return try await withThrowingTaskGroup(of: String.self) { group in
        for part in parts { group.addTask { try await self.perform(part, run, child, isAlive) } }
        let first = try await group.next() ?? "none"
        group.cancelAll()
        var others: [String] = []
        while let other = await group.nextResult() {
          others.append((try? other.get()) ?? "lost")
        }
        return "<\(first):\(others.joined(separator: ","))>"
      }
    case .pair(let one, let other):
      async let first = perform(one, run, child, isAlive)
      async let second = perform(other, run, child, isAlive)
      return "[\(try await first),\(try await second)]"
    case .limit(let id, let seconds, let part):
      do {
        return try await run.within(.seconds(seconds), key: "\(id)") { [self] in
          try await perform(part, run, child, isAlive)
        }
      } catch is TimeoutError {
        return "late"
      }
    case .part(let id, let part):
      return try await run.part("part", key: "\(id)") { [self] in
        try await perform(part, run, child, isAlive)
      }
    case .choice(let condition, let one, let other):
      let value = try await perform(condition, run, child, isAlive)
      let isEven = value.utf8.reduce(0) { $0 + Int($1) }.isMultiple(of: 2)
      return try await perform(isEven ? one : other, run, child, isAlive)
    }
  }

  private func step(
    _ name: String,
    _ id: Int,
    seconds: Int,
    heeds: Bool,
    _ run: Steps,
    _ isAlive: @escaping @Sendable () -> Bool
  ) async throws -> String {
    try await run.step(name, key: "\(id)") { [self] in
      try await begin("\(name) \(id)", seconds: seconds, heeds: heeds, isAlive)
      return effects.withLock { $0.have("\(name) \(id)") }
    } undo: { [self] value, _ in
      if !isAlive() { throw CancellationError() }
      effects.withLock { $0.undone["\(name) \(id)", default: []].append(value) }
    }
  }

  private func begin(
    _ step: String,
    seconds: Int,
    heeds: Bool,
    _ isAlive: @escaping @Sendable () -> Bool
  ) async throws {
    if !isAlive() { throw CancellationError() }
    effects.withLock { $0.begun[step, default: 0] += 1 }
    let sleep = Task(executorPreference: TaskHome.executor) { @concurrent [live] in
      try? await live.time.clock.sleep(for: .seconds(seconds))
    }
    if heeds {
      await withTaskCancellationHandler {
        await sleep.value
      } onCancel: {
        sleep.cancel()
      }
      try Task.checkCancellation()
    } else {
      await sleep.value
    }
    if !isAlive() { throw CancellationError() }
  }

  // MARK: The end

  /// Works on the run to its end, in one process after another, and returns what is wrong.
  func difference() async throws -> String? {
    let codec = JSONRunCodec()
    _ = try await live.runs.submit(
      RunSubmission(id: Self.run, workflow: "function", input: codec.encode(0))
    )
    _ = try await live.runs.send(codec.encode("signal"), to: "early", of: Self.run)
    var options = DurableRunsOptions(pollInterval: .seconds(5), maxFruitlessClaims: 100)
    options.replaysBeforeParking = replays
    let difference = try await live.work(options: options) {
      [function($0).durable(), child($0).durable()]
    }
    if let difference { return difference }
    return try await check()
  }

  private var isCancelled: Bool {
    cancellation.count(of: "requested") + cancellation.count(of: "cancelled") > 0
  }

  private func check() async throws -> String? {
    guard let row = try await live.runs.load(Self.run) else { return "is lost" }
    let effects = effects.withLock { $0 }
    let again = effects.begun.first { step, times in
      times > (hasFaults ? 2 : 1) + (step.hasPrefix("retried") ? 2 : 0)
    }
    if let again { return "has begun \(again.key) \(again.value) times" }
    let recorded = row.records.values.map { String(decoding: $0.value, as: UTF8.self) }
    switch row.state {
    case .ended(.value(let data)):
      if fails { return "succeeded" }
      if isCancelled { return "succeeded though cancelled" }
      let output = String(decoding: data, as: UTF8.self)
      let values = output.matches(of: /(step|retried) [0-9]+#[0-9]+/).map { String($0.0) }
      if let value = values.first(where: { value in !recorded.contains { $0.contains(value) } }) {
        return "has no record of \(value): \(output)"
      }
      if let undone = effects.undone.keys.first(where: { $0.hasPrefix("step") }) {
        return "has undone \(undone)"
      }
      return nil
    case .ended(.failure(let failure)):
      switch failure {
      case .cancelled where !isCancelled: return "is cancelled by nobody"
      case .error(let type, let message) where !fails || type != "Broken":
        return "failed with \(type): \(message)"
      case .cancelled, .error: break
      }
      if row.undone.values.contains(false) { return "is not undone: \(row.undone)" }
      return undone(effects, recorded)
    case .setAside(let reason): return "is set aside: \(reason)"
    case .ready, .running: return "has not ended: \(row.state)"
    }
  }

  /// Returns what is wrong with what was undone.
  private func undone(_ effects: Effects, _ recorded: [String]) -> String? {
    for (step, values) in effects.values where !step.hasPrefix("retried") {
      guard let undone = effects.undone[step] else { return "has left \(step)" }
      if !hasFaults, undone.count > 1 { return "has undone \(step) as \(undone)" }
      let record = values.first { value in recorded.contains { $0.contains("\"\(value)\"") } }
      if let record, !undone.contains(record) { return "has undone \(record) as \(undone)" }
    }
    return nil
  }
}
