@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Parts of functions, and limits around calls.
@Suite struct FunctionPartTests {
  private typealias Function = Workbench.Function

  private func outcome(
    of old: @escaping Function,
    _ new: Function? = nil,
    on bench: Workbench = Workbench()
  ) async throws -> String {
    try await bench.outcome(of: old, new)
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

  /// Other calls of the name of a part are not inside of it, whatever their keys are.
  @Test(arguments: ["twice", "with a key", "with a key twice", "a step", "a step with a key"])
  func callsOfTheNameOfAPartAreNotItsOwn(kind: String) async throws {
    let calls = Calls()
    let outcome = try await outcome { _, run in
      @Sendable func part(key: String? = nil) async throws {
        try await run.part("part", key: key) { try await run.step("step") { calls.add("step") } }
      }
      switch kind {
      case "twice": for _ in 0..<2 { try await part() }
      case "with a key":
        try await part()
        try await part(key: "step")
      case "with a key twice": for _ in 0..<2 { try await part(key: "key") }
      case "a step":
        try await part()
        try await run.step("part") { calls.add("step") }
      default:
        try await run.step("part", key: "step") { calls.add("step") }
        try await part()
      }
      try await run.step("last") { calls.add("last") }
      try await run.wait(for: .seconds(60))
      return kind
    }
    #expect(outcome == kind)
    #expect(calls.all == ["step", "step", "last"])
  }

  /// A failure is told after what it was told after at first, also if a record covers that.
  @Test func aFailureBetweenTheCallsOfAPartKeepsItsOrder() async throws {
    struct Failed: Error {}
    let (hasBegun, hasFailed) = (Promise<Void, Never>(), Promise<Void, Never>())
    let outcome = try await outcome { _, run in
      try await run.step("first") {}
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await run.part("part") {
            try await run.step("begins") {}
            try await run.step("ends") {
              hasBegun.succeed()
              await hasFailed.future.value
            }
          }
        }
        group.addTask {
          do {
            try await run.step("fails") { () async throws -> Void in
              await hasBegun.future.value
              throw Failed()
            }
          } catch is StepFailed {
            try await run.step("goes on") { hasFailed.succeed() }
          }
        }
        try await group.waitForAll()
      }
      try await run.wait(for: .seconds(60))
      return "done"
    }
    #expect(outcome == "done")
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

  /// The forms without a value are not chosen for a body that returns one.
  @Test func aPartAndALimitHaveTheValueOfTheirLastCall() async throws {
    let outcome = try await outcome { _, run in
      let inside = try await run.within(.seconds(3600)) {
        try await run.part("part") {
          let first = try await run.step("first") { 1 }
          try await run.wait(for: .seconds(60))
          return try await run.step("second") { first + 1 }
        }
      }
      let direct = try await run.part("other part") {
        try await run.part("inner") { try await run.step("third") {} }
        return try await run.step("fourth") { inside * 2 }
      }
      return "\(inside + direct)"
    }
    #expect(outcome == "6")
  }

  /// A step whose output nothing uses records it all the same.
  @Test func anOutputThatIsNotUsedIsRecorded() async throws {
    let bench = Workbench()
    let outcome = try await outcome(
      of: { _, run in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await run.step("step", key: "1") { 7 } }
          group.addTask { try await run.step("step", key: "2") { step in step.idempotencyKey } }
          try await group.waitForAll()
        }
        try await run.wait(for: .seconds(60))
        return ""
      },
      on: bench
    )
    #expect(outcome == "")
    let records = try await bench.store.load("a")?.records
    #expect(records?[RecordPath("/f/step/1")]?.type == "Int")
    #expect(records?[RecordPath("/f/step/2")]?.type == "String")
  }

  @Test func anOutputOfAPartThatCannotBeRecordedFailsIt() async throws {
    let bench = Workbench()
    let calls = Calls()
    let options = DurableRunsOptions(pollInterval: .seconds(6 * 3600), maxRecordSize: 200)
    let function: Function = { _, run in
      var types: [String] = []
      for part in ["large", "not a number"] {
        do {
          _ = try await run.part(part) {
            try await run.step("step") { calls.add(part) }
            return part == "large" ? Array(repeating: 1.0, count: 200) : [Double.nan]
          }
        } catch let failed as StepFailed {
          types.append(failed.type)
        }
      }
      try await run.wait(for: .seconds(60))
      return types.joined(separator: ", ")
    }
    let outcome = try await bench.outcome(of: function, options: options)
    #expect(outcome == "OutputTooLarge, UncodableOutput")
    #expect(calls.all == ["large", "not a number"])
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

  @Test func theErrorOfALimitedCallReachesTheFunction() async throws {
    struct Failed: Error {}
    let bench = Workbench()
    let outcome = try await outcome(
      of: { _, run in
        do {
          try await run.within(.seconds(3600)) {
            try await run.step("fails") { () async throws -> Void in throw Failed() }
          }
        } catch let failed as StepFailed {
          try await run.wait(for: .seconds(60))
          return failed.type
        }
        return ""
      },
      on: bench
    )
    #expect(outcome == "Failed")
    #expect(bench.clock.now.offset < .seconds(70))
  }

  @Test func withoutAStorePartsAndLimitsAreOrdinaryCode() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      let part = try await run.part("part") { try await run.step("one") { 1 } }
      let inTime = try await run.within(.seconds(5), name: "in time", clock: clock) { part }
      do {
        try await run.within(.seconds(5), clock: clock) {
          try await run.step("slow") { try await clock.sleep(for: .seconds(50)) }
        }
      } catch is TimeoutError {
        return inTime
      }
      return 0
    }
    let value = try await bench.run { try await workflow.start(1).value }
    #expect(value == 1)
    #expect(bench.clock.now.offset == .seconds(5))
  }
}
