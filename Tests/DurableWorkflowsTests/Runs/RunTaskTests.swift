@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
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

  @Test func aRunIsRecordedAfterTheTimeLimitOfTheStepThatHasBegunIt() async throws {
    let bench = Workbench()
    let inner = Workflow("inner") {
      Perform("one") { (number: Int) in
        try await bench.clock.sleep(for: .seconds(60))
        return number
      }
      .checkpoint()
      Perform("two") { (number: Int) in number }.checkpoint()
      Perform("three") { (number: Int) in number }
    }
    let other = try bench.process(inner.durable())
    let outer = Workflow("outer") {
      Perform("submit") { (number: Int) in
        other.start()
        let run = try await other.submit(inner, id: "b", input: number)
        return try await run.value
      }
      .checkpoint()
      .timeout(.seconds(10), clock: bench.clock)
    }
    let process = try bench.process(outer.durable())
    try await bench.run {
      process.start()
      let run = try await process.submit(outer, id: "a", input: 1)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      try await bench.until { try await bench.store.load("b")?.ended != nil }
      let records = try await bench.store.load("b")?.records.keys.map(\.description)
      #expect(records?.sorted() == ["/inner/one", "/inner/two"])
      await process.stop()
      await other.stop()
    }
  }

  @Test func stepsHaveTheTaskLocalValuesAndThePriorityOfTheStart() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("look") {
      Perform("look") { (name: String) in
        calls.add("\(name) sees \(Request.seen)")
        return name
      }
      .checkpoint()
      .compensate { name in calls.add("\(name) is undone in \(Request.seen)") }
      Perform("refuse") { (name: String) -> String in throw LeaveError() }
    }
    let process = try bench.process(workflow.durable())
    try await bench.run {
      await Task(priority: .high) { Request.$name.withValue("start") { process.start() } }.value
      // Due before the run of the submission that claims it.
      _ = try await bench.store.submit(
        RunSubmission(id: "a", workflow: "look", input: JSONEncoder().encode("ann"))
      )
      bench.clock.advance(by: .seconds(1))
      for name in ["bob", "cid", "dan"] {
        let run = try await Request.$name.withValue("the request of \(name)") {
          try await process.submit(workflow, id: name, input: name)
        }
        await #expect(throws: DurableRunFailed.self) { try await run.value }
      }
      try await bench.until { try await bench.store.load("a")?.ended != nil }
      await process.stop()
    }
    let expected = ["ann", "bob", "cid", "dan"]
      .flatMap { ["\($0) sees start, high", "\($0) is undone in start, high"] }
    #expect(calls.all.sorted() == expected.sorted())
  }

  @Test func aStartDuringAStopKeepsItsTaskLocalValues() async throws {
    let bench = Workbench()
    let calls = Calls()
    let (begun, goesOn) = (Promise<Void, Never>(), Promise<Void, Never>())
    let workflow = Workflow("look") {
      Perform("look") { (number: Int) in
        if number == 1 {
          begun.succeed()
          await goesOn.future.value
        }
        calls.add("\(number) sees \(Request.name ?? "none")")
        return number
      }
      .checkpoint()
    }
    let process = try bench.process(workflow.durable())
    try await bench.run {
      process.start()
      let first = try await process.submit(workflow, id: "a", input: 1)
      await begun.future.value
      let stopping = Task { await Request.$name.withValue("stop") { await process.stop() } }
      try await bench.clock.sleep(for: .seconds(1))
      Request.$name.withValue("second start") { process.start() }
      goesOn.succeed()
      await stopping.value
      #expect(try await first.value == 1)
      let second = try await process.submit(workflow, id: "b", input: 2)
      #expect(try await second.value == 2)
      await process.stop()
    }
    #expect(calls.all == ["1 sees none", "2 sees second start"])
  }
}

private enum Request {
  @TaskLocal static var name: String?

  static var seen: String {
    "\(name ?? "none"), \(Task.currentPriority == .high ? "high" : "other")"
  }
}

private struct LeaveError: Error {}
