import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// The task of a run, in which its steps run and in which it is undone.
@Suite struct RunTaskTests {
  @Test func aStepThatCancelsItsTaskDoesNotCancelTheUndoing() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("trip") {
      Perform("book") { (number: Int) in number }
        .checkpoint()
        .compensate { _ in calls.add(Task.isCancelled ? "cancelled" : "undone") }
      Perform("leave") { (number: Int) -> Int in
        withUnsafeCurrentTask { $0?.cancel() }
        throw LeaveError()
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.notUndone == [])
      await runs.stop()
    }
    #expect(calls.all == ["undone"])
  }

  @Test func aStepThatCancelsItsTaskAtTheEndOfARunStillHasItsOutput() async throws {
    let bench = Workbench()
    let workflow = Workflow("trip") {
      Perform("book") { (number: Int) in
        withUnsafeCurrentTask { $0?.cancel() }
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      #expect(try await run.value == 1)
      await runs.stop()
    }
  }

  @Test func aRunIsRecordedAfterTheTimeLimitOfTheStepThatHasSubmittedIt() async throws {
    let bench = Workbench()
    let calls = Calls()
    let inner = Workflow("inner") {
      Perform("one") { (number: Int) in
        try await bench.clock.sleep(for: .seconds(60))
        return number
      }
      .checkpoint()
      Perform("two") { (number: Int) in
        calls.add("two")
        return number
      }
      .checkpoint()
      Perform("three") { (number: Int) in number }
    }
    let runs = Locked<DurableRuns?>(nil)
    let outer = Workflow("outer") {
      Perform("submit") { (number: Int) in
        let run = try await runs.withLock { $0 }!.submit(inner, id: "b", input: number)
        return try await run.value
      }
      .checkpoint()
      .timeout(.seconds(10), clock: bench.clock)
    }
    let process = try bench.process(outer.durable(), inner.durable())
    runs.withLock { $0 = process }
    try await bench.run {
      process.start()
      let run = try await process.submit(outer, id: "a", input: 1)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      try await bench.until { try await bench.store.load("b")?.ended != nil }
      let records = try await bench.store.load("b")?.records.keys.map(\.description)
      #expect(records?.sorted() == ["/inner/one", "/inner/two"])
      await process.stop()
    }
    runs.withLock { $0 = nil }
  }
}

private struct LeaveError: Error {}
