import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// Compensations that the definition of a workflow does not show.
@Suite struct HiddenCompensationTests {
  private struct Refusal: Error {}

  private func charge(_ calls: Calls) -> some Step<Int, Int> {
    Perform("charge") { (number: Int) in
      calls.add("charge")
      return number
    }
    .checkpoint()
    .compensate { _ in calls.add("refund") }
  }

  @Test func aStepThatCouldNotBeUndoneDoesNotBegin() async throws {
    let bench = Workbench()
    let calls = Calls()
    let charge = charge(calls)
    let workflow = Workflow("order") {
      Perform.withContext("loop") { (number: Int, context) in
        try await context.perform(charge, with: number)
      }
      Perform("end") { (_: Int) -> Int in throw Refusal() }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let error = try await #require(throws: DurableRunFailed.self) {
        try await runs.submit(workflow, id: "run", input: 1).value
      }
      #expect(error.type == "CompensationOutOfReach")
      #expect(error.message.contains("'/order/loop/charge' has a compensation"))
      #expect(calls.all == [])
      await runs.stop()
    }
  }

  @Test func aCompensationThatWasRemovedIsNotUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let charge = charge(calls)
    let old = Workflow("order") {
      charge
      Wait(for: .seconds(60))
      Perform("end") { (number: Int) in number }.checkpoint()
    }
    let new = Workflow("order") {
      Perform("charge") { (number: Int) in number }.checkpoint()
      Wait(for: .seconds(60))
      Perform("end") { (number: Int) in number }.checkpoint()
    }
    let first = try bench.process(old.durable())
    let second = try bench.process(new.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(old, id: "run", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
      second.start()
      try await second.cancel("run")
      let error = try await #require(throws: DurableRunCancelled.self) {
        try await second.run(of: new, id: "run").value
      }
      #expect(error.notUndone == ["/order/charge"])
      await second.stop()
    }
    #expect(bench.events.contains { $0.hasPrefix("compensationFailed(") })
  }

  @Test func aStepInDoubtThatWasRenamedSetsItsRunAside() async throws {
    let bench = Workbench()
    let promise = Promise<Int, Never>()
    @Sendable func order(_ name: String) -> Workflow<Int, Int> {
      Workflow("order") {
        Perform(name) { (_: Int) in await promise.future.value }
          .checkpoint()
          .compensate { _ in
          } inDoubt: { _ in
          }
      }
    }
    let first = try bench.process(order("pay").durable())
    let second = try bench.process(order("charge").durable())
    try await bench.run {
      first.start()
      try await first.submit(order("pay"), id: "run", input: 1)
      try await bench.until { try await bench.store.load("run")?.marks.isEmpty == false }
      first.abandon()
      second.start()
      let error = try await #require(throws: DurableRunSetAside.self) {
        try await second.run(of: order("charge"), id: "run").value
      }
      #expect(error.reason.contains("It has begun '/order/pay', where no checkpoint is expected."))
      promise.succeed(1)
      await second.stop()
      await first.abandoned()
    }
  }

  @Test func aChildInALoopOfYoursIsUndone() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = Workflow("child") { charge(calls) }
    let parent = Workflow("parent") {
      Perform.withContext("loop") { (number: Int, context) in
        try await context.perform(ChildRun(child), with: number)
      }
      Perform("end") { (_: Int) -> Int in throw Refusal() }.checkpoint()
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let error = try await #require(throws: DurableRunFailed.self) {
        try await runs.submit(parent, id: "run", input: 1).value
      }
      #expect(error.notUndone == [])
      try await bench.until { calls.all == ["charge", "refund"] }
      await runs.stop()
    }
  }
}
