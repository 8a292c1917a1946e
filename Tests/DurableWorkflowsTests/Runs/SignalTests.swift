@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import Testing
import Workflows

/// Signals that are wrong, and signals for runs that do not exist yet.
@Suite struct SignalTests {
  private static let go = Signal<Int>("go")
  private static let stop = Signal<[String]>("stop")

  private func workflow(_ calls: Calls = Calls()) -> Workflow<Int, Int> {
    Workflow("flow") {
      Perform("one") { (number: Int) in number }.checkpoint()
      part(calls)
      WaitForSignal(Self.stop)
      Perform("sum") { (number: Int, stop: [String]) in
        calls.add("sum")
        return number + stop.count
      }
      .checkpoint()
    }
  }

  /// A part with a wait of its own.
  private func part(_ calls: Calls) -> Workflow<Int, Int> {
    Workflow("part") {
      WaitForSignal(Self.go)
      Perform("add") { (number: Int, go: Int) in
        calls.add("add")
        return number + go
      }
      .checkpoint()
    }
  }

  @Test func aValueOfAnotherTypeIsNotSent() async throws {
    let bench = Workbench()
    let workflow = workflow()
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: UnreadableSignal.self) {
        try await run.send("text", to: Signal<String>("go"))
      }
      #expect(error?.type == "Int")
      #expect(error?.description.contains("the value is not of type Int") == true)
      await #expect(throws: UnreadableSignal.self) {
        try await runs.send(encoded: Data(#"{"oops": 1}"#.utf8), to: "go", of: "a")
      }
      #expect(try await bench.store.load("a")?.signals == [:])
      #expect(try await runs.send(encoded: Data("2".utf8), to: "go", of: "a") == .kept)
      #expect(try await run.send(["b"], to: Self.stop) == .kept)
      runs.start()
      #expect(try await run.value == 4)
      await runs.stop()
    }
  }

  @Test func anUndeclaredNameIsAnErrorThatListsTheDeclaredOnes() async throws {
    let bench = Workbench()
    let workflow = workflow()
    let runs = try bench.process(workflow.durable())
    try await runs.submit(workflow, id: "a", input: 1)
    let error = await #expect(throws: UndeclaredSignal.self) {
      try await runs.send(2, to: Signal<Int>("Go"), of: "a")
    }
    #expect(error?.declared == ["go", "stop"])
    #expect(error?.description.contains("it waits for 'go', 'stop'") == true)
    #expect(try await runs.send(2, to: Signal<Int>("Go"), of: "b") == .unknown)
  }

  @Test func aProcessThatDoesNotKnowTheWorkflowKnowsTheNames() async throws {
    let bench = Workbench()
    let workflow = workflow()
    let mute = Workflow("mute") { Perform("one") { (number: Int) in number }.checkpoint() }
    let parent = Workflow("parent") { ChildRun(workflow) }
    let function = Workflow("function") { (_: Int, run: Steps) in
      try await run.signal(Signal<Int>("later"))
    }
    let known = try bench.process(
      workflow.durable(),
      mute.durable(),
      parent.durable(),
      function.durable()
    )
    let tool = try bench.process()
    try await bench.run {
      try await known.submit(workflow, id: "a", input: 1)
      try await known.submit(mute, id: "mute", input: 1, after: .seconds(1_000_000))
      try await known.schedule(workflow, named: "often", .every(.seconds(60)), input: 1)
      try await known.submit(parent, id: "parent", input: 1)
      known.start()
      try await bench.until { try await known.counts()[.waiting] == 5 }
      try await known.fork("a", as: "fork")
      for run in try await known.list(RunQuery(workflow: "flow")).map(\.id) {
        let error = await #expect(throws: UndeclaredSignal.self) {
          try await tool.send(encoded: Data(), to: "Go", of: run)
        }
        #expect(error?.declared == ["go", "stop"])
        #expect(try await tool.send(encoded: Data("1".utf8), to: "stop", of: run) == .kept)
      }
      let error = await #expect(throws: UndeclaredSignal.self) {
        try await tool.send(encoded: Data(), to: "go", of: "mute")
      }
      #expect(error?.declared == [])
      // Its signals are known when it waits for them.
      try await known.submit(function, id: "f", input: 1, after: .seconds(1_000_000))
      #expect(try await tool.send(encoded: Data("1".utf8), to: "later", of: "f") == .kept)
      await known.stop()
    }
  }

  @Test func aSignalThatWasReadStaysAndAnotherOneIsReplaced() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = workflow(calls)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      let run = try await runs.submit(workflow, id: "a", input: 1)
      #expect(try await run.withdraw(Self.go) == .absent)
      try await run.send(2, to: Self.go)
      try await run.send(["wrong", "ones"], to: Self.stop)
      #expect(try await run.withdraw(Self.stop) == .withdrawn)
      runs.start()
      try await bench.until { try await run.status == .waiting }
      #expect(calls.all == ["add"])
      #expect(try await run.withdraw(Self.go) == .read)
      #expect(try await run.send(3, to: Self.go) == .taken)
      try await run.send(["right"], to: Self.stop)
      #expect(try await run.value == 4)
      #expect(try await run.withdraw(Self.stop) == .ended)
      await runs.stop()
    }
  }

  @Test func aSignalThatAFunctionCannotReadIsReplacedAndOneThatItHasReadStays() async throws {
    let bench = Workbench()
    let workflow = Workflow("function") { (number: Int, run: Steps) in
      let go = try await run.signal(Self.go)
      let stop = try await run.signal(Self.stop)
      return number + go + stop.count
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await runs.send(encoded: Data("\"text\"".utf8), to: "go", of: "a")
      let error = await #expect(throws: DurableRunSetAside.self) { try await run.value }
      #expect(error?.reason.contains("the value is not of type Int. Withdraw the signal") == true)
      #expect(try await run.withdraw(Self.go) == .withdrawn)
      #expect(try await run.send(2, to: Self.go) == .kept)
      #expect(try await runs.reopen("a"))
      try await bench.until { try await run.status == .waiting }
      #expect(try await run.withdraw(Self.go) == .read)
      try await run.send(["right"], to: Self.stop)
      #expect(try await run.value == 4)
      await runs.stop()
    }
  }

  @Test func aSignalIsSentTogetherWithTheSubmission() async throws {
    let bench = Workbench()
    let workflow = workflow()
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let signals = [Self.go.with(2), Self.stop.with(["a", "b"])]
      let run = try await runs.submit(workflow, id: "a", input: 1, signals: signals)
      #expect(try await run.value == 5)
      // The run exists: it is sent those that it does not have.
      let other = try await runs.submit(workflow, id: "b", input: 1, signals: [Self.go.with(2)])
      try await runs.submit(workflow, id: "b", input: 1, signals: signals)
      #expect(try await other.value == 5)
      let submissions = try ["c", "c"].map { id in
        try runs.submission(of: workflow, id: id, input: 1, signals: signals)
      }
      #expect(try await runs.submit(submissions) == [.new, .same])
      #expect(try await runs.run(of: workflow, id: "c").value == 5)
      await #expect(throws: UndeclaredSignal.self) {
        try await runs.submit(workflow, id: "d", input: 1, signals: [Signal<Int>("Go").with(2)])
      }
      await #expect(throws: UnreadableSignal.self) {
        try await runs.submit(workflow, id: "d", input: 1, signals: [Signal<Int>("stop").with(2)])
      }
      #expect(try await bench.store.load("d") == nil)
      await runs.stop()
    }
  }

  @Test func aTimeoutNamesTheSignalAndTheStep() async throws {
    let bench = Workbench()
    let workflow = Workflow("ask") {
      Perform("one") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go, timeout: .seconds(60), clock: bench.clock)
      Perform("sum") { (number: Int, go: Int) in number + go }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    let message = "No outcome of signal 'go' at '/ask/go' within 60.0 seconds."
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.message == message)
      let inMemory = workflow.start(1)
      let other = await #expect(throws: TimeoutError.self) { try await inMemory.value }
      #expect(other?.description == message)
      await runs.stop()
    }
  }
}
