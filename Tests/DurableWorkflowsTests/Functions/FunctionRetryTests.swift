import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Steps of functions that are tried again.
@Suite struct FunctionRetryTests {
  struct Unreachable: Error {}

  private static let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(60)))

  /// A step that succeeds at its third attempt, if at all.
  private func workflow(_ calls: Calls, succeeds: Bool) -> Workflow<Int, String> {
    Workflow("pay") { (_: Int, run: Steps) in
      let result: String
      do {
        result = try await run.step("charge", retry: Self.policy) { step in
          calls.add("charge")
          if !succeeds || calls.count(of: "charge") < 3 { throw Unreachable() }
          return step.idempotencyKey
        } undo: { _, _ in
          calls.add("refund")
        }
      } catch let failed as StepFailed {
        result = failed.type
      }
      try await run.wait(for: .seconds(60))
      return result
    }
  }

  @Test(arguments: [true, false])
  func attemptsAreCountedAcrossProcesses(succeeds: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = workflow(calls, succeeds: succeeds)
    let first = try bench.process(workflow.durable())
    let second = try bench.process(workflow.durable())
    let value = try await bench.run {
      first.start()
      let run = try await first.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
      second.start()
      let value = try await second.run(of: workflow, id: "a").value
      await second.stop()
      return value
    }
    #expect(value == (succeeds ? "a/pay/charge" : "Unreachable"))
    #expect(calls.all == ["charge", "charge", "charge"])
    #expect(bench.clock.now.offset >= .seconds(180) && bench.clock.now.offset < .seconds(200))
  }

  @Test(arguments: [true, false])
  func theNumberOfAnAttemptIsThatOfItsBody(isFunction: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    @Sendable func upload() throws {
      calls.add("\(RetryPolicy.currentAttempt)")
      if calls.all.count < 3 { throw Unreachable() }
    }
    let function = Workflow("f") { (_: Int, run: Steps) in
      try await run.step("upload", retry: Self.policy) { try upload() }
    }
    let chain = Workflow("f") {
      Perform("upload") { (_: Int) in try upload() }.checkpoint().retry(Self.policy)
    }
    let workflow = isFunction ? function : chain
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      try await runs.submit(workflow, id: "a", input: 1).value
      await runs.stop()
    }
    #expect(calls.all == ["1", "2", "3"])
  }

  @Test func aStepThatWasTriedAgainIsUndoneOnce() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = workflow(calls, succeeds: true)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting && calls.count(of: "charge") == 3 }
      try await run.cancel()
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await runs.stop()
    }
    #expect(calls.all == ["charge", "charge", "charge", "refund"])
  }

  @Test func aCancelledRunIsNotTriedAgain() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = workflow(calls, succeeds: true)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      try await run.cancel()
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await runs.stop()
    }
    #expect(calls.all == ["charge"])
  }

  /// Concurrent calls pause on their own, and the run is parked while all of them do.
  @Test func concurrentStepsPauseSideBySide() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("pay") { (count: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask {
            try await run.step("charge", key: "\(number)", retry: Self.policy) {
              calls.add("\(number)")
              if calls.count(of: "\(number)") < 3 { throw Unreachable() }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      try await runs.submit(workflow, id: "a", input: 20).value
      await runs.stop()
    }
    #expect((0..<20).allSatisfy { calls.count(of: "\($0)") == 3 })
    #expect(bench.clock.now.offset < .seconds(130))
  }

  @Test(arguments: [true, false])
  func retriesAreTakenFromTheBudget(hasStore: Bool) async throws {
    let budget = RetryBudget(ratio: 1, minimumPerSecond: 0, clock: ManualClock())
    let calls = Calls()
    let workflow = Workflow("pay") { (_: Int, run: Steps) in
      do {
        let policy = RetryPolicy(attempts: 9).within(budget)
        try await run.step("charge", retry: policy) { () async throws -> Void in
          calls.add("charge")
          throw Unreachable()
        }
      } catch { return "failed" }
      return "succeeded"
    }
    if hasStore {
      let bench = Workbench()
      let runs = try bench.process(workflow.durable())
      try await bench.run {
        runs.start()
        let value = try await runs.submit(workflow, id: "a", input: 1).value
        #expect(value == "failed")
        await runs.stop()
      }
    } else {
      #expect(try await workflow.start(1).value == "failed")
    }
    #expect(calls.all == ["charge", "charge"])
  }

  @Test func withoutAStoreAStepIsTriedAgain() async throws {
    let calls = Calls()
    let workflow = Workflow("pay") { (_: Int, run: Steps) in
      try await run.step("charge", retry: RetryPolicy(attempts: 3)) {
        calls.add("charge")
        if calls.all.count < 3 { throw Unreachable() }
        return calls.all.count
      }
    }
    let trace = Trace()
    let value = try await workflow.start(1, options: RunOptions(trace: trace)).value
    #expect(value == 3)
    #expect(trace.spans.filter { $0.name == "charge" }.map(\.attempt) == [1, 2, 3])
  }
}
