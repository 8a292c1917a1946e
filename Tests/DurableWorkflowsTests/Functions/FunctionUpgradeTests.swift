import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Two hundred runs that are parked in the first version of a function, and go on in another one.
@Suite struct FunctionUpgradeTests {
  typealias Function = @Sendable (Int, Steps) async throws -> String

  /// A change of the function, and what becomes of its runs.
  struct Upgrade: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The value of the run with number 7, or the begin of the reason for which it is set aside.
    let outcome: String
    /// The steps that ran in the second version, for each run.
    var steps: [String] = []
    let function: @Sendable (Int, Steps, Calls) async throws -> String
  }

  private static let first: Function = { number, run in
    let receipt = try await run.step("charge") { number * 10 }
    try await run.step("note") {}
    try await run.wait(for: .seconds(3600))
    return "\(receipt)"
  }

  private static func rest(_ number: Int, _ run: Steps, _ calls: Calls) async throws -> String {
    let receipt = try await run.step("charge") { 0 }
    try await run.step("note") {}
    try await run.wait(for: .seconds(3600))
    return try await run.step("ship") {
      calls.add("ship")
      return "shipped \(receipt)"
    }
  }

  static let upgrades = [
    Upgrade(testDescription: "behind the last record", outcome: "shipped 70", steps: ["ship"]) {
      try await rest($0, $1, $2)
    },
    Upgrade(
      testDescription: "before what is recorded",
      outcome: "The run has recorded '/f/charge' next, and the function asks for '/f/check' instead"
    ) { number, run, calls in
      try await run.step("check") { calls.add("check") }
      return try await rest(number, run, calls)
    },
    Upgrade(
      testDescription: "between the last record and the wait",
      outcome: "shipped 70",
      steps: ["check", "ship"]
    ) { number, run, calls in
      let receipt = try await run.step("charge") { 0 }
      try await run.step("note") {}
      try await run.step("check") { calls.add("check") }
      try await run.wait(for: .seconds(3600))
      return try await run.step("ship") {
        calls.add("ship")
        return "shipped \(receipt)"
      }
    },
    Upgrade(
      testDescription: "renamed",
      outcome: "The run has recorded '/f/charge' next, and the function asks for '/f/pay' instead"
    ) { _, run, calls in
      try await run.step("pay") { calls.add("pay") }
      return ""
    },
    Upgrade(testDescription: "renamed with 'was'", outcome: "70") { _, run, calls in
      let receipt = try await run.step("pay", was: "charge") {
        calls.add("pay")
        return 0
      }
      try await run.step("note") {}
      try await run.wait(for: .seconds(3600))
      return "\(receipt)"
    },
    Upgrade(
      testDescription: "removed",
      outcome: "The run has recorded '/f/charge' next, and the function asks for '/f/note' instead"
    ) { _, run, _ in
      try await run.step("note") {}
      try await run.wait(for: .seconds(3600))
      return ""
    },
    Upgrade(
      testDescription: "of another type",
      outcome: "The run has a record of '/f/charge' of type Int, and the function asks for String"
    ) { _, run, calls in
      try await run.step("charge") {
        calls.add("charge")
        return ""
      }
    },
    Upgrade(testDescription: "behind 'has'", outcome: "shipped 70 false", steps: ["ship"]) {
      number,
      run,
      calls in
      let checks = try await run.has("fraud check")
      if checks { try await run.step("check") { calls.add("check") } }
      return try await rest(number, run, calls) + " \(checks)"
    },
  ]

  @Test(arguments: FunctionUpgradeTests.upgrades)
  func runsOfTheFirstVersionGoOnOrAreSetAside(_ upgrade: Upgrade) async throws {
    let count = 200 / Self.upgrades.count
    let bench = Workbench()
    let calls = Calls()
    let before = Workflow<Int, String>("f") { try await Self.first($0, $1) }
    let after = Workflow<Int, String>("f") { try await upgrade.function($0, $1, calls) }
    let first = try bench.process(before.durable())
    let second = try bench.process(after.durable())
    try await bench.run {
      first.start()
      for number in 0..<count {
        try await first.submit(before, id: "run-\(number)", input: number)
      }
      try await bench.until { try await first.counts()[.waiting] == count }
      await first.stop()
      second.start()
      for number in 0..<count {
        let outcome: String
        do {
          outcome = try await second.run(of: after, id: "run-\(number)").value
        } catch let error as DurableRunSetAside {
          outcome = error.reason
        }
        let expected = upgrade.outcome.replacing("70", with: "\(number * 10)")
        #expect(outcome.hasPrefix(expected), "\(outcome)")
        #expect(number != 7 || outcome.hasPrefix(upgrade.outcome))
      }
      await second.stop()
    }
    let expected = Array(repeating: upgrade.steps, count: count).flatMap(\.self)
    #expect(calls.all.sorted() == expected.sorted())
  }
}
