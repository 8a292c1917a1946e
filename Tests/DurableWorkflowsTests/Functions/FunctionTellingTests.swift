@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// What a function tells other runs, and those who watch it.
@Suite struct FunctionTellingTests {
  private static let answer = Signal<Int>("answer")

  private static let target = Workflow("target") { (_: Int, run: Steps) in
    try await run.signal(answer)
  }

  private static let sender = Workflow("sender") { (value: Int, run: Steps) in
    try await run.send(value, to: answer, of: "target")
  }

  // MARK: Signals

  @Test func aSignalWakesAnotherRun() async throws {
    let bench = Workbench()
    let runs = try bench.process(Self.target.durable(), Self.sender.durable())
    try await bench.run {
      runs.start()
      let unknown = try await runs.submit(Self.sender, id: "early", input: 6).value
      #expect(unknown == .unknown)
      let target = try await runs.submit(Self.target, id: "target", input: 0)
      try await bench.until { try await target.status == .waiting }
      let kept = try await runs.submit(Self.sender, id: "a", input: 7).value
      #expect(kept == .kept)
      #expect(try await target.value == 7)
      let ended = try await runs.submit(Self.sender, id: "b", input: 8).value
      #expect(ended == .ended)
      await runs.stop()
    }
    #expect(bench.clock.now.offset < .seconds(10))
  }

  @Test func anotherSignalOfTheNameIsNotReplaced() async throws {
    let bench = Workbench()
    let runs = try bench.process(Self.sender.durable())
    try await bench.run {
      runs.start()
      let other = try bench.process(Self.target.durable())
      try await other.submit(Self.target, id: "target", input: 0)
      for (input, delivery) in [(7, SignalDelivery.kept), (8, .taken)] {
        let found = try await runs.submit(Self.sender, id: "\(input)", input: input).value
        #expect(found == delivery)
      }
      await runs.stop()
    }
    let signals = try await bench.store.load("target")?.signals
    #expect(signals?["answer"].map { String(decoding: $0.value, as: UTF8.self) } == "7")
  }

  @Test func aSignalThatIsNotDeclaredFailsTheCall() async throws {
    let bench = Workbench()
    let other = Workflow("target") {
      Perform("first") { (number: Int) in number }.checkpoint()
      WaitForSignal(Signal<String>("other"))
      Perform("last") { (number: Int, _: String) in number }.checkpoint()
    }
    let runs = try bench.process(other.durable(), Self.sender.durable())
    try await bench.run {
      try await runs.submit(other, id: "target", input: 0)
      runs.start()
      let run = try await runs.submit(Self.sender, id: "a", input: 7)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "UndeclaredSignal")
      await runs.stop()
    }
    let error = await #expect(throws: (any Error).self) { try await Self.sender(7) }
    #expect("\(error as Any)".contains("'send answer' is called in a run without a store"))
  }

  /// Whichever operation of the store a process ends at, the signal is sent, and only once.
  @Test(arguments: [Simulation.Fault.before, .after, .unanswered])
  func aSignalIsSentOnceWhereverTheProcessEnds(_ fault: Simulation.Fault) async throws {
    for place in 0..<10 {
      let bench = Workbench()
      let plan = FaultyStore.Plan([place: fault])
      let connection = FaultyStore(bench.store, VirtualTime(), plan) {}
      let first = try DurableRuns(
        store: RunStore(connection),
        workflows: [Self.sender.durable()],
        clock: bench.clock
      )
      let second = try bench.process(Self.sender.durable(), Self.target.durable())
      try await bench.run {
        let run = try await second.submit(Self.sender, id: "a", input: 7)
        let target = try await second.submit(Self.target, id: "target", input: 0)
        first.start()
        try await bench.until {
          if !connection.isAlive { return true }
          return try await run.status == .succeeded
        }
        second.start()
        #expect(try await run.value == .kept, "\(fault) \(place)")
        #expect(try await target.value == 7)
        await second.stop()
        await first.stop(within: .seconds(1))
      }
    }
  }

  // MARK: Tags

  @Test func tagsAreSeenBeforeTheNextStepAndFindTheRun() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("f") { (customer: String, run: Steps) in
      try run.tag("customer", customer)
      try await run.step("pack") {
        let found = try await bench.store.list(RunQuery(tags: ["customer": customer])).map(\.id)
        calls.add("\(found)")
      }
      try run.tag("state", "packed")
      try run.tag("state", "waiting")
      try await run.wait(for: .seconds(60))
      try run.tag("state", nil)
      return 1
    }
    let runs = try bench.process(workflow.durable())
    let events = try await bench.run {
      runs.start()
      let tags = ["origin": "shop"]
      let run = try await runs.submit(workflow, id: "a", input: "Mia", tags: tags)
      var events: [DurableRunEvent] = []
      for try await event in run.events { events.append(event) }
      #expect(try await runs.load("a")?.tags == ["customer": "Mia", "origin": "shop"])
      try await runs.fork("a", as: "b")
      #expect(try await runs.list(RunQuery(tags: ["origin": "shop"])).map(\.id) == ["b", "a"])
      await runs.stop()
      return events
    }
    #expect(calls.all == [#"["a"]"#])
    let told = events.filter { if case .tagged = $0 { true } else { false } }
    #expect(told.contains(.tagged("customer", "Mia")) && told.contains(.tagged("origin", "shop")))
    #expect(told.contains(.tagged("state", "waiting")), "\(told)")
    #expect(told.last == .tagged("state", nil))
  }

  @Test func aTagIsNotSetBackByARunThatContinues() async throws {
    let bench = Workbench()
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      try run.tag("state", "first")
      try await run.step("one") {}
      try run.tag("state", "second")
      try await run.wait(for: .seconds(60))
      try await run.step("two") {
        let tags = try await bench.store.load("a")?.tags
        #expect(tags == ["state": "second"])
      }
      return 1
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      var states: [String?] = []
      for try await event in run.events {
        if case .tagged(_, let value) = event { states.append(value) }
      }
      // An execution that continues comes by the first one again.
      #expect(states == ["first", "second"] || states == ["second"], "\(states)")
      await runs.stop()
    }
  }

  @Test func aTagThatIsTooLongIsAnError() async throws {
    let long = String(repeating: "x", count: 401)
    let workflow = Workflow("f") { (name: String, run: Steps) in
      try run.tag(name, "1")
      return 1
    }
    await #expect(throws: NameTooLong.self) { try await workflow.start(long).value }
    #expect(try await workflow.start("short").value == 1)
    let runs = try Workbench().process(workflow.durable())
    #expect(throws: NameTooLong.self) {
      try runs.submission(of: workflow, id: "a", input: "", tags: ["a": long])
    }
  }

  // MARK: Progress

  @Test func theProgressOfAFunctionIsWhatItReports() async throws {
    let bench = Workbench()
    let seen = Locked<[Double]>([])
    let workflow = Workflow("f") { (count: Int, run: Steps) in
      for number in 1...count {
        try await run.step("step") {}
        run.report(Double(number) / Double(count))
        run.report(.nan)
        try await run.wait(for: .seconds(60))
      }
      return count
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 4)
      for try await fraction in run.progress { seen.withLock { $0.append(fraction) } }
      let details = try await runs.load("a")
      #expect(details?.attempts == [])
      await runs.stop()
    }
    #expect(seen.withLock { $0 }.drop { $0 == 0 } == [0.25, 0.5, 0.75, 1])
  }

  @Test func withoutAStoreTheRunReportsIt() async throws {
    let (reported, gate) = (Promise<Void, Never>(), Promise<Void, Never>())
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      run.report(0.25)
      run.report(0.125)
      reported.succeed()
      await gate.future.value
      return 1
    }
    let run = workflow.start(1)
    await reported.future.value
    #expect(run.fractionCompleted == 0.25)
    gate.succeed()
    #expect(try await run.value == 1)
    #expect(run.fractionCompleted == 1)
  }
}
