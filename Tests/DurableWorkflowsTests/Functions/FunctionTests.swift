import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Durable functions, as a client writes them.
@Suite struct FunctionTests {
  private static let approval = Signal<Approval>("approval")

  struct CardDeclined: Error, Codable, Equatable { let reason: String }
  struct OutOfStock: Error {}

  private static func fulfil(_ calls: Calls) -> Workflow<Order, Parcel> {
    Workflow("fulfil order") { (order: Order, run: Steps) in
      let reservation = try await run.step("reserve") {
        calls.add("reserve")
        return Reservation(item: order.item)
      }
      let receipt = try await run.step("charge") { step in
        calls.add("charge \(step.idempotencyKey)")
        return Receipt(item: reservation.item, key: step.idempotencyKey)
      }
      try await run.wait(for: .seconds(3600))
      let approval = try await run.signal(Self.approval, within: .seconds(3 * 86_400))
      guard let approval else { throw OutOfStock() }
      return try await run.step("ship") {
        calls.add("ship")
        return Parcel(item: receipt.item, approvedBy: approval.by)
      }
    }
  }

  @Test func anOrderIsFulfilledThroughItsWaits() async throws {
    let bench = Workbench()
    let calls = Calls()
    let fulfil = Self.fulfil(calls)
    let runs = try bench.process(fulfil.durable())
    let parcel = try await bench.run {
      runs.start()
      let run = try await runs.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      try await run.send(Approval(by: "Mia"), to: Self.approval)
      let parcel = try await run.value
      await runs.stop()
      return parcel
    }
    #expect(parcel == Parcel(item: "lamp", approvedBy: "Mia"))
    #expect(calls.all == ["reserve", "charge order-17/fulfil order/charge", "ship"])
    #expect(bench.clock.now.offset >= .seconds(3600) && bench.clock.now.offset < .seconds(7200))
    #expect(bench.events.filter { $0.hasPrefix("parked") }.count == 1)
  }

  @Test func anotherProcessContinuesAfterWhatIsRecorded() async throws {
    let bench = Workbench()
    let calls = Calls()
    let fulfil = Self.fulfil(calls)
    let first = try bench.process(fulfil.durable())
    let second = try bench.process(fulfil.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      try await bench.until { try await run.status == .waiting }
      await first.stop()
      second.start()
      try await second.send(Approval(by: "Mia"), to: Self.approval, of: "order-17")
      let same = try second.run(of: fulfil, id: "order-17")
      #expect(try await same.value == Parcel(item: "lamp", approvedBy: "Mia"))
      await second.stop()
    }
    #expect(calls.all == ["reserve", "charge order-17/fulfil order/charge", "ship"])
  }

  @Test func withoutASignalTheTimeIsOver() async throws {
    let bench = Workbench()
    let fulfil = Self.fulfil(Calls())
    let runs = try bench.process(fulfil.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(fulfil, id: "order-17", input: Order(item: "lamp"))
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "OutOfStock")
      await runs.stop()
    }
    #expect(bench.clock.now.offset >= .seconds(3600 + 3 * 86_400))
  }

  @Test func withoutAStoreItIsAnOrdinaryRun() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("fulfil order") { (order: Order, run: Steps) -> [String?] in
      let item = try await run.step("reserve") { order.item }
      try await run.wait(for: .seconds(60), clock: clock)
      let approval = try await run.signal(Self.approval, within: .seconds(60), clock: clock)
      let late = try await run.signal(Signal<Int>("never"), within: .seconds(60), clock: clock)
      do {
        try await run.step("decline") { () async throws -> Void in throw OutOfStock() }
      } catch let failed as StepFailed {
        return [item, approval?.by, late.map { "\($0)" }, failed.type]
      }
      return []
    }
    let trace = Trace()
    let values = try await bench.run {
      let run = workflow.start(Order(item: "lamp"), options: RunOptions(trace: trace))
      run.send(Approval(by: "Mia"), to: Self.approval)
      return try await run.value
    }
    #expect(values == ["lamp", "Mia", nil, "OutOfStock"])
    #expect(trace.spans.map(\.name) == ["fulfil order", "fulfil order", "reserve", "decline"])
    #expect(clock.now.offset == .seconds(120))
  }

  /// A failure that was caught is recorded with what follows, and comes back as the same error.
  @Test(arguments: [true, false])
  func aFailureThatWasCaughtIsTheSameInEveryExecution(isNamed: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("pay") { (_: Int, run: Steps) in
      do {
        try await run.step("charge", catching: isNamed ? [CardDeclined.self] : []) {
          calls.add("charge")
          throw CardDeclined(reason: "empty")
        }
      } catch let error as CardDeclined {
        calls.add("declined: \(error.reason)")
      } catch let error as StepFailed {
        calls.add("failed: \(error.step), \(error.type), \(error.message)")
      }
      let bill = try await run.step("bill") { "bill" }
      try await run.wait(for: .seconds(60))
      return bill
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      #expect(try await run.value == "bill")
      let spans = try await run.trace.spans
      let outcome = spans.first { $0.name == "charge" }?.outcome
      #expect(outcome == .failed(error: #"CardDeclined(reason: "empty")"#))
      await runs.stop()
    }
    let seen =
      isNamed
      ? "declined: empty" : #"failed: charge, CardDeclined, CardDeclined(reason: "empty")"#
    #expect(calls.all == ["charge", seen, seen])
  }

  /// Nothing follows it in its task, and the run is parked.
  @Test func aFailureBesideAWaitIsTheSameInEveryExecution() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("pay") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await run.wait(for: .seconds(60), key: "1")
          try await run.wait(for: .seconds(60), key: "2")
        }
        group.addTask {
          do {
            try await run.step("charge") {
              calls.add("charge")
              throw CardDeclined(reason: "empty")
            }
          } catch is StepFailed {}
        }
        try await group.waitForAll()
      }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      try await runs.submit(workflow, id: "a", input: 1).value
      await runs.stop()
    }
    #expect(calls.all == ["charge"])
  }

  @Test func aFailureThatEndsTheRunIsNotRecorded() async throws {
    let bench = Workbench()
    let calls = Calls()
    let isBroken = Locked(true)
    let workflow = Workflow("pay") { (_: Int, run: Steps) in
      let one = try await run.step("one") {
        calls.add("one")
        return 1
      }
      return try await run.step("two") {
        calls.add("two")
        if isBroken.withLock({ $0 }) { throw OutOfStock() }
        return one + 1
      }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "OutOfStock")
      isBroken.withLock { $0 = false }
      #expect(try await runs.reopen("a"))
      #expect(try await run.value == 2)
      await runs.stop()
    }
    #expect(calls.all == ["one", "two", "two"])
  }

  /// A name that the function calls again is counted, and keys name calls of child tasks.
  @Test func placesAreNamesKeysAndCounts() async throws {
    let bench = Workbench()
    let workflow = Workflow("places") { (count: Int, run: Steps) in
      var keys: [String] = []
      for _ in 0..<count { keys.append(try await run.step("loop") { $0.idempotencyKey }) }
      for item in ["a", "b/c"] {
        keys.append(try await run.step("wrap", key: item) { $0.idempotencyKey })
      }
      return keys
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let keys = try await runs.submit(workflow, id: "r", input: 3).value
      #expect(
        keys == [
          "r/places/loop", "r/places/loop/%2", "r/places/loop/%3", "r/places/wrap/a",
          "r/places/wrap/b%2Fc",
        ]
      )
      await runs.stop()
    }
  }

  @Test func aFunctionIsAStepOfABuilderAndAWorkflowHasFunctions() async throws {
    let bench = Workbench()
    let calls = Calls()
    let double = Workflow("double") { (number: Int, run: Steps) in
      try await run.wait(for: .seconds(60))
      return try await run.step("double") {
        calls.add("double")
        return number * 2
      }
    }
    let all = Workflow("all") {
      Perform("first") { (number: Int) in
        calls.add("first")
        return number + 1
      }
      .checkpoint()
      double
      Wait(for: .seconds(60))
      Perform("last") { (number: Int) in "\(number)" }
    }
    let runs = try bench.process(all.durable())
    try await bench.run {
      runs.start()
      let value = try await runs.submit(all, id: "a", input: 1).value
      #expect(value == "4")
      await runs.stop()
    }
    #expect(calls.all == ["first", "double"])
  }

  @Test func aWholeFunctionIsNotTriedAgain() throws {
    let function = Workflow("function") { (number: Int, run: Steps) in
      try await run.step("step") { number }
    }
    for whole in [
      Workflow("w") { function.retry() }, Workflow("w") { function.timeout(.seconds(1)) },
    ] {
      let error = #expect(throws: WorkflowsRefused.self) {
        try Workbench().process(whole.durable())
      }
      #expect(error?.problems.first?.contains("'/w/function' is a function") == true)
    }
    let early = Workflow("w") {
      Perform("early") { (number: Int) in number }
      function
    }
    let error = #expect(throws: WorkflowsRefused.self) {
      try Workbench().process(early.durable())
    }
    #expect(error?.problems.first?.contains("'/w/early' would run again") == true)
  }
}
