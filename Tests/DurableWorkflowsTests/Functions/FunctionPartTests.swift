import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Parts of functions, and limits around calls.
@Suite struct FunctionPartTests {
  private typealias Function = @Sendable (Int, Steps) async throws -> String

  /// Runs one function until it waits, and another one from there on.
  private func outcome(
    of old: @escaping Function,
    _ new: Function? = nil,
    on bench: Workbench = Workbench()
  ) async throws -> String {
    let new = new ?? old
    let before = Workflow<Int, String>("f") { try await old($0, $1) }
    let after = Workflow<Int, String>("f") { try await new($0, $1) }
    let first = try bench.process(before.durable())
    let second = try bench.process(after.durable())
    return try await bench.run {
      first.start()
      let run = try await first.submit(before, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
      second.start()
      var outcome: String
      do {
        outcome = try await second.run(of: after, id: "a").value
      } catch let error as DurableRunSetAside {
        outcome = error.reason
      } catch let error as DurableRunFailed {
        outcome = "\(error.type): \(error.message)"
      }
      await second.stop()
      return outcome
    }
  }

  // MARK: Parts

  /// A record covers the calls of its part, which may change; the names in it are its own.
  @Test func theRecordOfAPartCoversItsCalls() async throws {
    let calls = Calls()
    let outcome = try await outcome { _, run in
      let prices = try await run.part("prices") {
        var prices: [Int] = []
        for _ in 0..<3 {
          prices.append(
            try await run.step("price") {
              calls.add("price")
              return calls.all.count
            }
          )
        }
        return prices
      }
      try await run.part("notes") { try await run.step("price") { calls.add("note") } }
      try await run.wait(for: .seconds(60))
      return "\(prices)"
    } _: { _, run in
      let prices = try await run.part("prices") { try await run.step("cost") { Array(0..<1) } }
      try await run.part("notes") { try await run.step("cost") { calls.add("new") } }
      try await run.wait(for: .seconds(60))
      return "\(prices)"
    }
    #expect(outcome == "[1, 2, 3]")
    #expect(calls.all == ["price", "price", "price", "note"])
  }

  @Test func aPartThatIsNotRecordedIsEnteredAgain() async throws {
    let calls = Calls()
    let outcome = try await outcome { _, run in
      try await run.part("part") {
        let first = try await run.step("first") {
          calls.add("first")
          return "first"
        }
        try await run.wait(for: .seconds(60))
        return try await run.step("second") { first + " second" }
      }
    }
    #expect(outcome == "first second")
    #expect(calls.all == ["first"])
  }

  @Test func anotherTypeOfAPartSetsTheRunAside() async throws {
    let outcome = try await outcome { _, run in
      let number = try await run.part("part") { try await run.step("one") { 1 } }
      try await run.wait(for: .seconds(60))
      return "\(number)"
    } _: { _, run in
      try await run.step("part") { "no part" }
    }
    #expect(outcome.hasPrefix("The run has a record of '/f/part' of type %part Int"))
  }

  @Test func whatAPartHasDoneIsUndone() async throws {
    struct Failed: Error {}
    let calls = Calls()
    let outcome = try await outcome { _, run in
      try await run.part("part") {
        for name in ["first", "second"] {
          try await run.step(name) {
          } undo: { _ in
            calls.add("undo \(name)")
          }
        }
      }
      try await run.wait(for: .seconds(60))
      throw Failed()
    }
    #expect(outcome.hasPrefix("Failed"))
    #expect(calls.all == ["undo second", "undo first"])
  }

  @Test func theErrorOfAPartIsTheSameAgain() async throws {
    struct Failed: Error {}
    let calls = Calls()
    let outcome = try await outcome { _, run in
      do {
        try await run.part("part") {
          try await run.step("fails") { () async throws -> Void in
            calls.add("fails")
            throw Failed()
          }
        }
      } catch let failed as StepFailed {
        try await run.wait(for: .seconds(60))
        return failed.type
      }
      return ""
    }
    #expect(outcome == "Failed")
    #expect(calls.all == ["fails"])
  }

  // MARK: Limits

  private static let answer = Signal<String>("answer")

  @Test func aLimitGoesOnWhileTheRunIsParked() async throws {
    let bench = Workbench()
    let calls = Calls()
    let function: Function = { _, run in
      var values: [String] = []
      for _ in 0..<2 {
        do {
          values.append(
            try await run.within(.seconds(3600)) {
              try await run.step("ask") { calls.add("ask") }
              try await run.wait(for: .seconds(600))
              return try await run.signal(Self.answer)
            }
          )
        } catch is TimeoutError {
          try await run.step("late") { calls.add("late") }
          values.append("late")
        }
      }
      return "\(values)"
    }
    let outcome = try await outcome(of: function, on: bench)
    #expect(outcome == #"["late", "late"]"#)
    #expect(calls.all == ["ask", "late", "ask", "late"])
    #expect(bench.clock.now.offset >= .seconds(7200) && bench.clock.now.offset < .seconds(7300))
  }

  @Test func whatEndsInTimeIsReturned() async throws {
    let bench = Workbench()
    let calls = Calls()
    let function: Function = { _, run in
      let value = try await run.within(.seconds(3600)) {
        try await run.wait(for: .seconds(600))
        return try await run.step("in time") {
          calls.add("in time")
          return "in time"
        }
      }
      try await run.wait(for: .seconds(7200))
      return value
    }
    let outcome = try await outcome(of: function, on: bench)
    #expect(outcome == "in time")
    #expect(calls.all == ["in time"])
    #expect(bench.clock.now.offset >= .seconds(7800) && bench.clock.now.offset < .seconds(7900))
  }

  /// A step that takes too long is cancelled, and the error of the limit reaches the function.
  @Test func aStepIsCancelledWhenTheTimeHasPassed() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let outcome = try await outcome(
      of: { _, run in
        do {
          try await run.within(.seconds(5)) {
            try await run.step("slow") {
              calls.add("slow")
              try await clock.sleep(for: .seconds(50))
            }
          }
        } catch let error as TimeoutError {
          try await run.wait(for: .seconds(60))
          return "\(error)"
        }
        return ""
      },
      on: bench
    )
    #expect(outcome.contains("'within'"))
    #expect(calls.all == ["slow"])
    #expect(bench.clock.now.offset < .seconds(70))
  }

  @Test func withoutAStorePartsAndLimitsAreOrdinaryCode() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      let part = try await run.part("part") { try await run.step("one") { 1 } }
      do {
        try await run.within(.seconds(5), clock: clock) {
          try await run.step("slow") { try await clock.sleep(for: .seconds(50)) }
        }
      } catch is TimeoutError {
        return part
      }
      return 0
    }
    let value = try await bench.run { try await workflow.start(1).value }
    #expect(value == 1)
    #expect(bench.clock.now.offset == .seconds(5))
  }
}
