@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Where a function makes calls, and what becomes of steps that go on.
@Suite struct FunctionCallTests {
  /// A task that the function awaits makes calls, though it is no child.
  @Test func aTaskThatIsAwaitedMakesCalls() async throws {
    let calls = Calls()
    let outcome = try await Workbench().outcome { _, run in
      let task = Task {
        try await run.step("in a task") {
          calls.add("in a task")
          return "value"
        }
      }
      let value = try await task.value
      try await run.wait(for: .seconds(60))
      return value
    }
    #expect(outcome == "value")
    #expect(calls.all == ["in a task"])
  }

  /// A call that the function does not await fails the run, and its body goes on.
  @Test func theBodyOfAForgottenCallGoesOnAfterTheRun() async throws {
    let bench = Workbench()
    let calls = Calls()
    let (begun, hold) = (Promise<Void, Never>(), Promise<Void, Never>())
    let forgotten = Locked<Task<Void, any Error>?>(nil)
    let workflow = Workflow("f") { (run: Steps) in
      let task = Task {
        try await run.step("forgotten") {
          begun.succeed()
          await hold.future.value
          calls.add("went on")
        }
      }
      forgotten.withLock { $0 = task }
      await begun.future.value
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a")
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.message.contains("has not waited for '/f/forgotten'") == true)
      #expect(calls.all == [])
      hold.succeed()
      _ = await forgotten.withLock { $0 }?.result
      await runs.stop()
    }
    #expect(calls.all == ["went on"])
  }

  /// A step in doubt is undone with its run only.
  @Test func aStepInDoubtIsNotUndoneIfTheRunSucceeds() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let outcome = try await bench.outcome { _, run in
      do {
        try await run.within(.seconds(5)) {
          try await run.step("slow") {
            try await clock.sleep(for: .seconds(50))
          } undo: { _ in
            calls.add("undo")
          }
        }
      } catch is TimeoutError {
        calls.add("caught")
      }
      try await run.wait(for: .seconds(60))
      return "succeeded"
    }
    #expect(outcome == "succeeded")
    #expect(calls.all == ["caught", "caught"])
  }

  /// A limit waits for a step that does not notice that it was cancelled, which has its record.
  @Test func aLimitWaitsForAStepThatIgnoresItsCancellation() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let hold = Promise<Void, Never>()
    let outcome = try await bench.outcome { _, run in
      do {
        _ = try await run.within(.seconds(5)) {
          try await run.step("slow") {
            await hold.future.timeout(.seconds(50), clock: clock, orSucceed: ()).value
            return 7
          }
        }
      } catch is TimeoutError {
        try await run.wait(for: .seconds(60))
        return "too late"
      }
      return ""
    }
    #expect(outcome == "too late")
    #expect(clock.now.offset >= .seconds(110))
    let record = try await bench.store.load("a")?.records[RecordPath("/f/within/%in/slow")]
    #expect(record?.type == "Int")
  }

  /// An undo that throws is not tried again; the others run, and the run names its step.
  @Test func anUndoThatThrowsLeavesItsStepAndGoesOn() async throws {
    struct Failed: Error {}
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("f") { (run: Steps) in
      for name in ["one", "two", "three"] {
        try await run.step(name) {
        } undo: { _ in
          calls.add(name)
          if name == "two" { throw Failed() }
        }
      }
      throw Failed()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a")
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.notUndone == ["/f/two"])
      await runs.stop()
    }
    #expect(calls.all == ["three", "two", "one"])
    #expect(bench.events.contains { $0.hasPrefix(#"compensationFailed(run: "a", step: "/f/two""#) })
  }
}
