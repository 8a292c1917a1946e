@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Functions that begin anew with another input, in the same run.
@Suite struct FunctionContinuingTests {
  private static let rate = Signal<Int>("rate")

  /// A bill for each month up to the third one.
  private static func bill(
    _ calls: Calls,
    isAlive: @escaping @Sendable () -> Bool = { true }
  ) -> Workflow<Int, String> {
    Workflow("bill") { (month: Int, run: Steps) in
      var numbers = run.random("numbers")
      let number = Int.random(in: 0..<1_000_000, using: &numbers)
      try await run.step("send") { step in
        if !isAlive() { throw CancellationError() }
        calls.add("\(month) \(step.idempotencyKey) \(number)")
      }
      let rate = try await run.signal(Self.rate)
      try await run.wait(for: .seconds(60))
      if month == 3 { return "\(month) at \(rate)" }
      try await run.continueAsNew(month + 1)
    }
  }

  /// The calls without random numbers.
  private func keys(_ calls: Calls) -> [Substring] {
    calls.all.map { $0[..<($0.lastIndex(of: " ") ?? $0.endIndex)] }
  }

  private let expected: [Substring] = ["1 a/bill/send", "2 a/%2/bill/send", "3 a/%3/bill/send"]

  @Test func aRunContinuesAsNewWithoutItsRecords() async throws {
    let bench = Workbench()
    let calls = Calls()
    let bill = Self.bill(calls)
    let runs = try bench.process(bill.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(bill, id: "a", input: 1)
      try await run.send(5, to: Self.rate)
      #expect(try await run.value == "3 at 5")
      let row = try #require(try await bench.store.load("a"))
      #expect(row.records.keys.filter { $0.description.hasPrefix("/bill/") }.count == 3)
      let details = try #require(try await runs.load("a"))
      #expect(String(decoding: details.input, as: UTF8.self) == "3")
      // The submission is recognized by the input that it had.
      let again = try await runs.submit(bill, id: "a", input: 1)
      #expect(try await again.value == "3 at 5")
      try await runs.fork("a", as: "b")
      #expect(try await runs.run(of: bill, id: "b").value == "3 at 5")
      await runs.stop()
    }
    #expect(keys(calls) == expected)
    #expect(Set(calls.all.map { $0.split(separator: " ").last }).count == 3)
    #expect(bench.clock.now.offset >= .seconds(180) && bench.clock.now.offset < .seconds(200))
  }

  /// Whichever operation of the store a process ends at, each part of the run is done as without.
  @Test(arguments: [Simulation.Fault.before, .after, .unanswered])
  func aRunContinuesAsNewOnceWhereverItsProcessEnds(_ fault: Simulation.Fault) async throws {
    for place in 0..<30 {
      let bench = Workbench()
      let calls = Calls()
      let plan = FaultyStore.Plan([place: fault])
      let connection = FaultyStore(bench.store, VirtualTime(), plan) {}
      let bill = Self.bill(calls) { connection.isAlive }
      let first = try DurableRuns(
        store: RunStore(connection),
        workflows: [bill.durable()],
        clock: bench.clock
      )
      let second = try bench.process(Self.bill(calls).durable())
      let value = try await bench.run {
        let run = try await second.submit(bill, id: "a", input: 1)
        try await run.send(5, to: Self.rate)
        first.start()
        try await bench.until {
          if !connection.isAlive { return true }
          return try await run.status == .succeeded
        }
        second.start()
        let value = try await run.value
        await second.stop()
        await first.stop(within: .seconds(1))
        return value
      }
      #expect(value == "3 at 5", "\(fault) \(place)")
      #expect(Set(keys(calls)) == Set(expected), "\(fault) \(place)")
      #expect(calls.all.count <= 4, "\(fault) \(place): \(calls.all)")
    }
  }

  @Test func withoutAStoreItBeginsAnew() async throws {
    let calls = Calls()
    let count = Workflow("count") { (number: Int?, run: Steps) in
      try await run.step("note") { step in
        calls.add("\(number ?? 0) \(step.idempotencyKey.hasSuffix("/count/note"))")
      }
      if let number, number == 3 { return number }
      try await run.continueAsNew(number.map { $0 + 1 } ?? Int?.some(1))
    }
    #expect(try await count(nil) == 3)
    #expect(calls.all == ["0 true", "1 true", "2 true", "3 true"])
  }

  @Test func aFunctionWithoutAnInputContinuesAsNew() async throws {
    let bench = Workbench()
    let calls = Calls()
    let poll = Workflow("poll") { (run: Steps) in
      let isDone = try await run.step("poll") {
        calls.add("poll")
        return calls.all.count.isMultiple(of: 3)
      }
      if isDone { return calls.all.count }
      try await run.continueAsNew()
    }
    let runs = try bench.process(poll.durable())
    let count = try await bench.run {
      runs.start()
      let count = try await runs.submit(poll, id: "a").value
      await runs.stop()
      return count
    }
    #expect(count == 3)
    #expect(try await poll(()) == 6)
  }

  // MARK: Refusals

  /// A function that may not continue as new, and why.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let message: String
    let function: @Sendable (Steps) async throws -> Void
  }

  static let refusals = [
    Refusal(
      testDescription: "a call that has not ended",
      message: "'continueAsNew' is called before '/f/other' has ended."
    ) { run in
      let begun = Promise<Void, Never>()
      let never = Promise<Void, any Error>()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await run.step("other") {
            begun.succeed()
            try await never.future.value
          }
        }
        group.addTask {
          await begun.future.value
          try await run.continueAsNew(2)
        }
        _ = try await group.next()
      }
    },
    Refusal(
      testDescription: "a part around it",
      message: "'continueAsNew' is called before '/f/part' has ended."
    ) { run in
      try await run.part("part") { () async throws -> Void in try await run.continueAsNew(2) }
    },
    Refusal(
      testDescription: "a step with an undo",
      message: "'continueAsNew' would forget how to undo '/f/charge'."
    ) { run in
      try await run.step("charge") {
      } undo: { _ in
      }
      try await run.continueAsNew(2)
    },
    Refusal(
      testDescription: "another type",
      message: "'continueAsNew' passes String, and the input of 'f' is Int."
    ) { run in
      try await run.continueAsNew("2")
    },
    Refusal(
      testDescription: "the body of a step",
      message: "'continueAsNew' is called in the body of another step of 'f'"
    ) { run in
      try await run.step("step") { () async throws -> Void in try await run.continueAsNew(2) }
    },
  ]

  @Test(arguments: FunctionContinuingTests.refusals, [true, false])
  func whatIsNeededIsNotForgotten(_ refusal: Refusal, isDurable: Bool) async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("f") { (number: Int, run: Steps) in
      if number == 1 { try await refusal.function(run) }
    }
    let runs = try bench.process(workflow.durable())
    let message = try await bench.run {
      var message = ""
      if isDurable {
        runs.start()
        do {
          try await runs.submit(workflow, id: "a", input: 1).value
        } catch let error as DurableRunFailed {
          message = error.message
        }
        await runs.stop()
      } else {
        do { try await workflow(1) } catch { message = "\(error)" }
      }
      return message
    }
    #expect(message.contains(refusal.message), "\(message)")
    #expect(clock.now.offset < .seconds(30))
  }

  @Test func aPartOfAnotherWorkflowDoesNotContinueAsNew() async throws {
    let bench = Workbench()
    let inner = Workflow("inner") { (number: Int, run: Steps) in
      try await run.step("step") {}
      try await run.continueAsNew(number + 1)
    }
    let outer = Workflow("outer") { inner }
    let runs = try bench.process(outer.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(outer, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.message.contains("'inner', which is a part of another workflow") == true)
      await runs.stop()
    }
  }

  /// A function that continues as new before what is recorded has changed.
  @Test func aFunctionThatContinuesEarlierIsSetAside() async throws {
    let outcome = try await Workbench().outcome { _, run in
      try await run.step("one") {}
      try await run.step("two") {}
      try await run.wait(for: .seconds(60))
      return ""
    } _: { _, run in
      try await run.step("one") {}
      try await run.continueAsNew(2)
    }
    #expect(
      outcome.hasPrefix(
        "The run has recorded '/f/two' next, and the function continues as new instead."
      )
    )
  }

  // MARK: Limits

  @Test func aRunWithTooManyRecordsIsSetAside() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("f") { (count: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask { try await run.step("step", key: "\(number)") { calls.add("step") } }
        }
        try await group.waitForAll()
      }
      try await run.step("last") { calls.add("last") }
    }
    var options = DurableRunsOptions()
    // One of them says which signals the workflow declares.
    options.maxRecords = 6
    let first = try bench.process(workflow.durable(), options: options)
    let second = try bench.process(workflow.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(workflow, id: "a", input: 5)
      let error = await #expect(throws: DurableRunSetAside.self) { try await run.value }
      #expect(error?.reason.hasPrefix("The run has 6 records") == true, "\(error?.reason ?? "")")
      #expect(error?.reason.contains("continueAsNew") == true)
      await first.stop()
      #expect(calls.all.count == 5)
      second.start()
      try await second.reopen("a")
      try await second.run(of: workflow, id: "a").value
      await second.stop()
    }
    #expect(calls.all.count == 6)
  }
}
