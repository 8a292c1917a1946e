@_spi(Stores) @testable import DurableWorkflows

/// Computes the end of a plan that nothing interrupts, one step after another, without a store.
///
/// The interpreter shares no code with the walk: it calls steps in place, and keeps the outputs of
/// recorded ones for further attempts.
struct Interpreter {
  private enum Ending: Error { case failed(RunFailure) }

  private let scenario: Scenario
  private var kept: [[String]: (value: Int, time: Int)] = [:]
  private var now = 0

  private init(_ scenario: Scenario) { self.scenario = scenario }

  static func outcome(of scenario: Scenario) -> RunOutcome {
    var interpreter = Interpreter(scenario)
    do throws(Ending) {
      return .value(try interpreter.run(scenario.plan, [], scenario.input, 1))
    } catch {
      switch error {
      case .failed(let failure): return .failure(failure)
      }
    }
  }

  private mutating func run(
    _ plan: Plan,
    _ outer: [String],
    _ input: Int,
    _ attempt: Int
  ) throws(Ending) -> Int {
    let path = outer + [plan.name]
    switch plan {
    case .step(let leaf):
      if let value = kept[path]?.value { return value }
      if case .slow(let time) = scenario.behaviour(of: leaf.name) { now += time }
      switch scenario.outcome(of: leaf, input, attempt: attempt) {
      case .value(let value):
        if leaf.isRecorded { kept[path] = (value, now) }
        return value
      case .failure(let failure): throw .failed(failure)
      }
    case .checkpoint(_, let step, _):
      if let value = kept[path]?.value { return value }
      let value = try run(step, path, input, attempt)
      kept[path] = (value, now)
      return value
    case .chain(_, let steps):
      var value = input
      for step in steps { value = try run(step, path, value, attempt) }
      return value
    case .parallel(_, let branches):
      return try all(branches.map { ($0, path, input) }, attempt)
    case .forEach(_, let step, let count, _):
      return try all((0..<count).map { (step, path + ["\($0)"], input + $0) }, attempt)
    case .when(_, let even, let odd):
      let isEven = isKept(path + [even.name]) || input.isMultiple(of: 2)
      return try run(isEven && !isKept(path + [odd.name]) ? even : odd, path, input, attempt)
    case .recover(_, let step, let fallback):
      if !isKept(path + [fallback.name]) {
        do throws(Ending) { return try run(step, path, input, attempt) } catch {}
      }
      return try run(fallback, path, input, attempt)
    case .settle(_, let step):
      do throws(Ending) { return try run(step, path, input, attempt) } catch {
        return PlanValue.settled
      }
    case .retry(_, let step, let attempts, let pause):
      for number in 1..<attempts {
        do throws(Ending) { return try run(step, path, input, number) } catch { now += pause }
      }
      return try run(step, path, input, attempts)
    case .limit(let name, let step, let time):
      let end = now + time
      let result: Result<Int, Ending>
      do throws(Ending) { result = .success(try run(step, path, input, attempt)) } catch {
        result = .failure(error)
      }
      if now >= end && time > 0 && now > end - time {
        // What would have ended later is abandoned.
        kept = kept.filter { !$0.key.starts(with: path) || $0.value.time < end }
        now = end
        throw .failed(.timeout(name))
      }
      return try result.get()
    case .wait(_, let time):
      now += time
      return input
    case .signal(let name, let timeout):
      if let sending = scenario.sendings.first(where: { $0.name == name }) {
        return PlanValue.joined([input, sending.value])
      }
      now += timeout ?? 0
      throw .failed(.timeout(name))
    }
  }

  /// Runs concurrent branches, at most one of which fails.
  private mutating func all(
    _ branches: [(Plan, [String], Int)],
    _ attempt: Int
  ) throws(Ending) -> Int {
    let start = now
    var end = now
    var values: [Int] = []
    var failure: Ending?
    for (step, path, input) in branches {
      now = start
      do throws(Ending) { values.append(try run(step, path, input, attempt)) } catch {
        failure = error
      }
      end = max(end, now)
    }
    now = end
    if let failure { throw failure }
    return PlanValue.joined(values)
  }

  private func isKept(_ path: [String]) -> Bool { kept.keys.contains { $0.starts(with: path) } }
}
