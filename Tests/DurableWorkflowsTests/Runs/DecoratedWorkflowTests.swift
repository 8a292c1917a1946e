@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Workflows that are registered with what `retry`, `timeout` and others return.
@Suite struct DecoratedWorkflowTests {
  private struct Refusal: Error {}

  /// What is done to the workflow before it is registered.
  enum Decoration: CaseIterable {
    case retry, timeout, recover, recoverWithInput, recoverWith, finally, checkpoint, compensate
    case weighted, twice

    func callAsFunction(_ flow: Workflow<Int, Int>, _ calls: Calls) -> Workflow<Int, Int> {
      switch self {
      case .retry: flow.retry(RetryPolicy(attempts: 3))
      case .timeout: flow.timeout(.seconds(600))
      case .recover: flow.recover { _ in 0 }
      case .recoverWithInput: flow.recover { _, _ in 0 }
      case .recoverWith: flow.recover(with: Perform("other") { $0 })
      case .finally: flow.finally { _ in calls.add("finally") }
      case .checkpoint: flow.checkpoint()
      case .compensate: flow.checkpoint().compensate { _ in }
      case .weighted: flow.weighted(2)
      case .twice: flow.timeout(.seconds(600)).retry(RetryPolicy(attempts: 3))
      }
    }
  }

  private func flow(_ calls: Calls, failsAtEnd: Bool = false) -> Workflow<Int, Int> {
    Workflow("flow") {
      Perform("a") { (number: Int) in
        calls.add("a")
        return number + 1
      }
      .checkpoint()
      .compensate { _ in calls.add("undo a") }
      Wait(for: .seconds(60))
      Perform("b") { (number: Int) in
        calls.add("b")
        if failsAtEnd { throw Refusal() }
        return number + 1
      }
      .checkpoint()
    }
  }

  @Test(arguments: Decoration.allCases)
  func theyContinueAfterAWait(_ decoration: Decoration) async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = decoration(flow(calls), calls)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      #expect(try await runs.submit(workflow, id: "run", input: 1).value == 3)
      #expect(calls.count(of: "a") == 1)
      #expect(calls.count(of: "b") == 1)
      #expect(try await runs.undo("run") == .requested)
      try await bench.until { calls.count(of: "undo a") == 1 }
      await runs.stop()
    }
  }

  @Test(arguments: Decoration.allCases)
  func theyHaveThePlacesOfTheWorkflow(_ decoration: Decoration) async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = decoration(flow(calls), calls)
    let (plain, decorated) = (flow(calls), workflow)
    let first = try bench.process(plain.durable())
    try await bench.run {
      first.start()
      try await first.submit(plain, id: "run", input: 1)
      try await bench.until { try await bench.store.load("run")?.waits.isEmpty == false }
      await first.stop()
      // A run that began without the decoration continues with it.
      let second = try bench.process(decorated.durable())
      second.start()
      #expect(try await second.run(of: decorated, id: "run").value == 3)
      #expect(calls.count(of: "a") == 1)
      await second.stop()
    }
  }

  @Test(arguments: Decoration.allCases)
  func anotherNameIsTheNameOfTheirPlaces(_ decoration: Decoration) async throws {
    let calls = Calls()
    let workflow = decoration(flow(calls), calls).named("other")
    try await expectPlace("/other/a", in: workflow, calls)
  }

  @Test func anotherNameOfAPartIsTheNameOfItsPlaces() async throws {
    let calls = Calls()
    let workflow = Workflow("outer") {
      flow(calls).retry(RetryPolicy(attempts: 2)).named("inner").timeout(.seconds(900))
        .named("renamed")
      Wait(for: .seconds(60))
    }
    try await expectPlace("/outer/renamed/a", in: workflow, calls)
  }

  /// Expects that a workflow continues after its waits, with records at its places.
  private func expectPlace(
    _ place: String,
    in workflow: Workflow<Int, Int>,
    _ calls: Calls
  ) async throws {
    let bench = Workbench()
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "run", input: 1)
      #expect(try await run.value == 3)
      #expect(calls.count(of: "a") == 1)
      #expect(calls.count(of: "b") == 1)
      #expect(try await run.fractionCompleted == 1)
      let row = try await bench.store.load("run")
      #expect(row?.records.keys.contains { $0.description == place } == true)
      #expect(try await runs.undo("run") == .requested)
      try await bench.until { calls.count(of: "undo a") == 1 }
      await runs.stop()
    }
  }

  @Test(arguments: [Decoration.retry, .timeout, .finally, .twice])
  func theyAreUndoneWhenTheyFail(_ decoration: Decoration) async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = decoration(flow(calls, failsAtEnd: true), calls)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      _ = try await #require(throws: DurableRunFailed.self) {
        try await runs.submit(workflow, id: "run", input: 1).value
      }
      #expect(calls.count(of: "a") == 1)
      #expect(calls.count(of: "undo a") == 1)
      let isRetried = decoration == .retry || decoration == .twice
      #expect(calls.count(of: "b") == (isRetried ? 3 : 1))
      await runs.stop()
    }
  }

  @Test func theyAreChildren() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = flow(calls).timeout(.seconds(600))
    let parent = Workflow("parent") {
      ChildRun(child)
      Perform("end") { (number: Int) in number + 1 }.checkpoint()
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let value = try await runs.submit(parent, id: "run", input: 1).value
      #expect(value == 4)
      #expect(calls.count(of: "a") == 1)
      await runs.stop()
    }
  }

  @Test func aChildMayHaveAnotherName() async throws {
    let bench = Workbench()
    let calls = Calls()
    let child = flow(calls)
    let parent = Workflow("parent") {
      ChildRun(child).named("first")
      ChildRun(child).retry(RetryPolicy(attempts: 2)).named("second")
      Wait(for: .seconds(60))
    }
    let runs = try bench.process(parent.durable(), child.durable())
    try await bench.run {
      runs.start()
      let value = try await runs.submit(parent, id: "run", input: 1).value
      #expect(value == 5)
      #expect(calls.count(of: "a") == 2)
      await runs.stop()
    }
  }

  @Test func theyFork() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = flow(calls).retry(RetryPolicy(attempts: 2))
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      _ = try await runs.submit(workflow, id: "run", input: 1).value
      try await runs.fork("run", as: "other", from: "/flow/b")
      #expect(try await runs.run(of: workflow, id: "other").value == 3)
      #expect(calls.count(of: "a") == 1)
      #expect(calls.count(of: "b") == 2)
      await runs.stop()
    }
  }
}
