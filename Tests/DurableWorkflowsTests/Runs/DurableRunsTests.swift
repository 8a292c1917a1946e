import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@Suite struct DurableRunsTests {
  private static let go = Signal<Int>("go")

  private struct Broken: Error {}

  /// A workflow of two steps, with a wait for a signal between them.
  private func twoSteps(
    _ calls: Calls,
    _ second: @escaping @Sendable (Int) async throws -> Int = { $0 + 1 }
  ) -> Workflow<Int, Int> {
    Workflow("two steps") {
      Perform("one") { (number: Int) in
        calls.add("one")
        return number * 10
      }
      .checkpoint()
      .compensate { number in calls.add("undo \(number)") }
      WaitForSignal(Self.go)
      Perform("two") { (number: Int, more: Int) in
        calls.add("two")
        return try await second(number + more)
      }
      .checkpoint()
    }
  }

  @Test func aRunThatWaitsIsCancelledFromAnyProcess() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = twoSteps(calls)
    let runs = try bench.process(workflow.durable())
    let other = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      #expect(try await other.cancel("a") == .requested)
      #expect(try await other.cancel("unknown") == .unknown)
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      #expect(try await run.status == .cancelled)
      #expect(try await other.cancel("a") == .refused)
      await runs.stop()
    }
    #expect(calls.all == ["one", "undo 10"])
  }

  @Test func aRunThatNobodyHasBegunIsCancelledAtOnce() async throws {
    let bench = Workbench()
    let workflow = twoSteps(Calls())
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      let run = try await runs.submit(workflow, id: "a", input: 1)
      #expect(try await run.cancel() == .cancelled)
      #expect(try await run.status == .cancelled)
    }
  }

  @Test func aStepThatRunsIsCancelledWithItsRun() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let workflow = Workflow("long") {
      Perform("forever") { (_: Int) in
        calls.add("begin")
        try await clock.sleep(for: .seconds(86_400))
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { !calls.all.isEmpty }
      #expect(try await run.cancel() == .requested)
      await #expect(throws: DurableRunCancelled.self) { try await run.value }
      await runs.stop()
    }
    #expect(clock.now.offset < .seconds(60))
  }

  @Test func aRunContinuesFromTheStepThatHasFailed() async throws {
    let bench = Workbench()
    let calls = Calls()
    let isMended = Locked(false)
    let workflow = Workflow("mended") {
      Perform("one") { (number: Int) in
        calls.add("one")
        return number
      }
      .checkpoint()
      Perform("two") { (number: Int) in
        calls.add("two")
        if !isMended.withLock({ $0 }) { throw Broken() }
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      isMended.withLock { $0 = true }
      #expect(try await runs.reopen("a"))
      #expect(try await run.value == 1)
      #expect(try await runs.reopen("a") == false)
      await runs.stop()
    }
    #expect(calls.all == ["one", "two", "two"])
  }

  @Test func aStepThatCouldNotBeUndoneDoesNotRunAgain() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("stuck") {
      Perform("charge") { (number: Int) in
        calls.add("charge")
        return number
      }
      .checkpoint()
      .compensate { (_: Int) in throw Broken() }
      Perform("ship") { (number: Int) in
        calls.add("ship")
        if calls.count(of: "ship") == 1 { throw Broken() }
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.notUndone == ["/stuck/charge"])
      try await runs.reopen("a")
      #expect(try await run.value == 1)
      await runs.stop()
    }
    #expect(calls.all == ["charge", "ship", "ship"])
  }

  @Test func aRunWhoseSignalWasLateWaitsForItAnew() async throws {
    let bench = Workbench()
    let workflow = Workflow("late") {
      Perform("one") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go, timeout: .seconds(60))
      Perform("sum") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      await #expect(throws: DurableRunFailed.self) { try await run.value }
      try await runs.reopen("a")
      #expect(try await run.send(2, to: Self.go) == .kept)
      #expect(try await run.value == 3)
      await runs.stop()
    }
  }

  @Test func emptyNamesAreNames() async throws {
    let bench = Workbench()
    let workflow = Workflow("") {
      ForEach { Perform("") { (text: String) in text }.checkpoint() }.keyed { $0 }
      WaitForSignal(Self.go)
      Perform("join") { (texts: [String], _: Int) in texts.joined(separator: "+") }.checkpoint()
    }
    for attempt in 1...2 {
      let process = try bench.process(workflow.durable())
      try await bench.run {
        process.start()
        let run = try await process.submit(workflow, id: "a", input: ["red", "", "\u{301}blue"])
        if attempt == 2 {
          try await run.send(1, to: Self.go)
          #expect(try await run.value == "red++\u{301}blue")
        } else {
          try await bench.until { try await run.status == .waiting }
        }
        await process.stop()
      }
    }
  }

  @Test func namesWithANullCharacterAreNames() async throws {
    let bench = Workbench()
    let workflow = Workflow("a\0/%00") {
      Perform("b\0") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go)
      Perform("sum") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    let process = try bench.process(workflow.durable())
    try await bench.run {
      process.start()
      let run = try await process.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      try await run.send(2, to: Self.go)
      #expect(try await run.value == 3)
      await process.stop()
    }
  }

  @Test func theHighestVersionIsMeantUnlessYouSayOtherwise() async throws {
    let bench = Workbench()
    @Sendable func version(_ number: Int) -> Workflow<Int, Int> {
      Workflow("versions") { Perform("one") { (input: Int) in input * number }.checkpoint() }
    }
    let runs = try bench.process(version(10).durable(), version(100).durable(version: 2))
    try await bench.run {
      runs.start()
      #expect(try await runs.submit(version(100), id: "a", input: 1).value == 100)
      #expect(try await runs.submit(version(10), id: "b", input: 1, version: 1).value == 10)
      let all = try await runs.list(RunQuery(workflow: "versions"))
      #expect(all.map(\.version) == [1, 2])
      await runs.stop()
    }
  }

  @Test func aRunForksBeforeAStep() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = twoSteps(calls)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await run.send(5, to: Self.go)
      #expect(try await run.value == 16)
      try await runs.fork("a", as: "b", from: "/two steps/two")
      try await runs.send(7, to: Self.go, of: "b")
      #expect(try await runs.run(of: workflow, id: "b").value == 18)
      await #expect(throws: UnknownRun.self) { try await runs.fork("c", as: "d") }
      await #expect(throws: UnknownStep.self) {
        try await runs.fork("a", as: "e", from: "/two steps/tow")
      }
      await runs.stop()
    }
    #expect(calls.all == ["one", "two", "two"])
  }

  @Test func aDefinitionThatNoLongerFitsSetsItsRunsAside() async throws {
    let bench = Workbench()
    let calls = Calls()
    let old = twoSteps(calls)
    let first = try bench.process(old.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(old, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    let new = Workflow("two steps") {
      Perform("first") { (number: Int) in "\(number)" }.checkpoint()
      WaitForSignal(Self.go)
      Perform("two") { (text: String, _: Int) in text.count }.checkpoint()
    }
    let second = try bench.process(new.durable())
    try await bench.run {
      second.start()
      try await second.send(1, to: Self.go, of: "a")
      let error = await #expect(throws: DurableRunSetAside.self) {
        try await second.run(of: new, id: "a").value
      }
      #expect(error?.reason.contains("'/two steps/one'") == true)
      await second.stop()
    }
    // With both the old and the new definition, the run continues.
    let third = try bench.process(new.durable(version: 2), old.durable())
    try await bench.run {
      third.start()
      try await third.reopen("a")
      #expect(try await third.run(of: old, id: "a").value == 12)
      await third.stop()
    }
    #expect(calls.all == ["one", "two"])
  }

  @Test func aTypeThatHasChangedSetsARunAside() async throws {
    let bench = Workbench()
    let first = try bench.process(twoSteps(Calls()).durable())
    let old = twoSteps(Calls())
    try await bench.run {
      first.start()
      let run = try await first.submit(old, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    let new = Workflow("two steps") {
      Perform("one") { (number: Int) in "\(number)" }.checkpoint()
      WaitForSignal(Self.go)
      Perform("two") { (text: String, _: Int) in text.count }.checkpoint()
    }
    let second = try bench.process(new.durable())
    try await bench.run {
      second.start()
      try await second.send(1, to: Self.go, of: "a")
      let error = await #expect(throws: DurableRunSetAside.self) {
        try await second.run(of: new, id: "a").value
      }
      #expect(error?.reason.contains("of type Int, and String is expected") == true)
      await second.stop()
    }
  }

  private struct Address: Codable, Sendable { let street: String }

  private enum Later {
    struct Address: Codable, Sendable { let city: String }
  }

  @Test func aRecordThatCanNoLongerBeReadSetsARunAside() async throws {
    let bench = Workbench()
    let old = Workflow("address") {
      Perform("look up") { (name: String) in Address(street: name) }.checkpoint()
      WaitForSignal(Self.go)
      Perform("print") { (address: Address, _: Int) in address.street }.checkpoint()
    }
    let first = try bench.process(old.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(old, id: "a", input: "Elm Street")
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    // A type with the same name and other properties, which `recover` does not take for a failure.
    let new = Workflow("address") {
      Perform("look up") { (name: String) in Later.Address(city: name) }
        .checkpoint()
        .recover(
          with: Perform("nowhere") { (_: String) in Later.Address(city: "nowhere") }.checkpoint()
        )
      WaitForSignal(Self.go)
      Perform("print") { (address: Later.Address, _: Int) in address.city }.checkpoint()
    }
    let second = try bench.process(new.durable())
    try await bench.run {
      second.start()
      try await second.send(1, to: Self.go, of: "a")
      let error = await #expect(throws: DurableRunSetAside.self) {
        try await second.run(of: new, id: "a").value
      }
      #expect(error?.reason.contains("The record of '/address/look up' cannot be read") == true)
      await second.stop()
    }
  }

  /// The run is set aside when the record is read, not when its lease has ended often enough.
  @Test func aRecordThatCannotBeReadToUndoItSetsARunAside() async throws {
    let bench = Workbench()
    let old = Workflow("address") {
      Perform("look up") { (name: String) in Address(street: name) }
        .checkpoint().compensate { (_: Address) in }
      WaitForSignal(Self.go)
      Perform("print") { (address: Address, _: Int) in address.street }
    }
    let new = Workflow("address") {
      Perform("look up") { (name: String) in Later.Address(city: name) }
        .checkpoint().compensate { (_: Later.Address) in }
      WaitForSignal(Self.go)
      Perform("print") { (address: Later.Address, _: Int) in address.city }
    }
    let first = try bench.process(old.durable())
    let second = try bench.process(new.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(old, id: "a", input: "Elm Street")
      try await bench.until { try await run.status == .waiting }
      await first.stop()
      try await second.cancel("a")
      second.start()
      try await bench.until { try await run.status == .setAside }
      let message = try await second.load("a")?.summary.message
      #expect(message?.contains("The record of '/address/look up' cannot be read") == true)
      await second.stop()
    }
  }

  @Test func aStepOfYoursMayHaveCheckpointsInside() async throws {
    struct Twice: Step {
      let calls: Calls
      func run(_ input: Int, in context: StepContext) async throws -> Int {
        let step = Perform("half") { (number: Int) in
          calls.add("half")
          return number + 1
        }
        let other = Perform("other half") { (number: Int) in
          calls.add("other half")
          return number + 1
        }
        let half = try await context.perform(step.checkpoint(), with: input)
        return try await context.perform(other.checkpoint(), with: half)
      }
    }
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("custom") {
      Twice(calls: calls)
      Perform("keep") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go)
      Perform("sum") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    for attempt in 1...2 {
      let process = try bench.process(workflow.durable())
      try await bench.run {
        process.start()
        let run = try await process.submit(workflow, id: "a", input: 1)
        if attempt == 2 {
          try await run.send(4, to: Self.go)
          let value = try await run.value
          #expect(value == 7)
        } else {
          try await bench.until { try await run.status == .waiting }
        }
        await process.stop()
      }
    }
    #expect(calls.all == ["half", "other half"])
  }

  @Test func stepsBehindThePlaceOfARunCanBeAdded() async throws {
    let bench = Workbench()
    let calls = Calls()
    let old = twoSteps(calls)
    let first = try bench.process(old.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(old, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    let new = old.appending(Perform("three") { (number: Int) in number * 2 }.checkpoint())
    let second = try bench.process(new.durable())
    try await bench.run {
      second.start()
      try await second.send(1, to: Self.go, of: "a")
      #expect(try await second.run(of: new, id: "a").value == 24)
      await second.stop()
    }
  }

  @Test func stepsBeforeARecordDoNotRunAgain() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("chain") {
      Perform("prepare") { (number: Int) in
        calls.add("prepare")
        return number
      }
      Perform("one") { (number: Int) in number }.checkpoint()
      WaitForSignal(Self.go)
      Perform("two") { (number: Int, more: Int) in number + more }.checkpoint()
    }
    for attempt in 1...2 {
      let process = try bench.process(workflow.durable())
      try await bench.run {
        process.start()
        let run = try await process.submit(workflow, id: "a", input: 1)
        if attempt == 2 {
          try await run.send(1, to: Self.go)
          #expect(try await run.value == 2)
        } else {
          try await bench.until { try await run.status == .waiting }
        }
        await process.stop()
      }
    }
    #expect(calls.all == ["prepare"])
  }

  @Test func theTimeLimitOfARunFailsItWhereverItIs() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = twoSteps(calls)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1, timeLimit: .seconds(60))
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "RunDeadlineExceeded")
      await runs.stop()
    }
    #expect(bench.clock.now.offset >= .seconds(60) && bench.clock.now.offset < .seconds(100))
    #expect(calls.all == ["one", "undo 10"])
  }

  @Test func aWaitUntilTheEndOfTimeIsAWait() async throws {
    let bench = Workbench()
    let workflow = Workflow("patient") {
      Perform("one") { (number: Int) in number }.checkpoint()
      Wait(until: .distantPast, name: "past")
      Wait(until: Date(timeIntervalSince1970: .infinity), name: "future")
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      #expect(try await run.cancel() == .cancelled)
      await runs.stop()
    }
  }

  @Test func aWaitThatBeginsLaterDoesNotPutOffOneThatIsUnderWay() async throws {
    let bench = Workbench()
    let clock = bench.clock
    let workflow = Workflow("both") {
      Parallel("sides") {
        Workflow("left") {
          Perform("first") { (number: Int) in number }.checkpoint()
          Wait(for: .seconds(3600))
          Perform("note") { (number: Int) in number }.checkpoint()
        }
        Workflow("right") {
          Perform("work") { (number: Int) in
            try await clock.sleep(for: .seconds(3000))
            return number
          }
          .checkpoint()
          WaitForSignal(Self.go)
          Perform("add") { (number: Int, more: Int) in number + more }.checkpoint()
        }
      }
      Perform("sum") { (left: Int, right: Int) in left + right }.checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    let time = try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let start = clock.now
      for try await event in run.events {
        if event == .recorded(step: "/both/sides/left/note") { break }
      }
      let time = start.duration(to: clock.now)
      try await run.send(1, to: Self.go)
      #expect(try await run.value == 3)
      await runs.stop()
      return time
    }
    #expect(time < .seconds(3700))
  }

  @Test func aSignalThatIsTooLargeIsRefused() async throws {
    let bench = Workbench()
    let workflow = twoSteps(Calls())
    let runs = try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(pollInterval: .seconds(3600), maxRecordSize: 100)
    )
    try await bench.run {
      try await runs.submit(workflow, id: "a", input: 1)
      await #expect(throws: OutputTooLarge.self) {
        let text = String(repeating: "long", count: 100)
        try await runs.send(text, to: Signal<String>("text"), of: "a")
      }
    }
  }

  @Test func aRunBeginsAfterItsDelay() async throws {
    let bench = Workbench()
    let workflow = Workflow("echo") { Perform("echo") { (number: Int) in number }.checkpoint() }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1, after: .seconds(3600))
      #expect(try await run.value == 1)
      await runs.stop()
    }
    #expect(bench.clock.now.offset >= .seconds(3600))
  }

  @Test func anOutputThatIsTooLargeFailsItsStep() async throws {
    let bench = Workbench()
    let workflow = Workflow("large") {
      Perform("grow") { (count: Int) in [UInt8](repeating: 1, count: count) }.checkpoint()
      Perform("count") { (bytes: [UInt8]) in bytes.count }.checkpoint()
    }
    let runs = try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(pollInterval: .seconds(3600), maxRecordSize: 100)
    )
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1000)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.type == "OutputTooLarge")
      #expect(error?.message.contains("'/large/grow'") == true)
      #expect(try await runs.submit(workflow, id: "b", input: 10).value == 10)
      await runs.stop()
    }
  }

  @Test func valuesUnderKeysSurviveTheProcess() async throws {
    let bench = Workbench()
    let name = RunKey<String>("name")
    let workflow = Workflow("values") {
      Perform.withContext("set") { (number: Int, context) in
        context[name] = "lamp \(number)"
        return number
      }
      .checkpoint()
      WaitForSignal(Self.go)
      Perform.withContext("get") { (_: (Int, Int), context) in try context.require(name) }
        .checkpoint()
    }
    let first = try bench.process(workflow.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    let second = try bench.process(workflow.durable())
    try await bench.run {
      second.start()
      try await second.send(1, to: Self.go, of: "a")
      #expect(try await second.run(of: workflow, id: "a").value == "lamp 1")
      await second.stop()
    }
  }

  @Test func aValueThatIsNotCodableFailsTheCheckpoint() async throws {
    struct Handle: Sendable {}
    let bench = Workbench()
    let key = RunKey<Handle>("handle")
    let workflow = Workflow("values") {
      Perform.withContext("set") { (number: Int, context) in
        context[key] = Handle()
        return number
      }
      .checkpoint()
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      let error = await #expect(throws: DurableRunFailed.self) { try await run.value }
      #expect(error?.message.contains("'handle'") == true)
      await runs.stop()
    }
  }

  @Test func branchesAreRecordedTogether() async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("both") {
      Parallel("both") {
        Perform("number") { (number: Int) in
          calls.add("number")
          return number
        }
        Perform("text") { (number: Int) in
          calls.add("text")
          return "\(number)"
        }
      }
      .checkpoint()
      WaitForSignal(Self.go)
      Perform("join") { (both: (Int, String), more: Int) in "\(both.0)\(both.1)\(more)" }
        .checkpoint()
    }
    let first = try bench.process(workflow.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(workflow, id: "a", input: 1)
      try await bench.until { try await run.status == .waiting }
      await first.stop()
    }
    let second = try bench.process(workflow.durable())
    try await bench.run {
      second.start()
      try await second.send(2, to: Self.go, of: "a")
      #expect(try await second.run(of: workflow, id: "a").value == "112")
      await second.stop()
    }
    #expect(calls.all.sorted() == ["number", "text"])
  }

  @Test func allThatIsWrongWithWorkflowsIsTold() throws {
    let bench = Workbench()
    let workflow = Workflow("wrong") {
      Perform("load") { (number: Int) in number }
      Wait(for: .seconds(1))
      Wait(for: .seconds(1))
      Perform("save") { (number: Int) in number }
    }
    let error = #expect(throws: WorkflowsRefused.self) {
      try bench.process(workflow.durable(), workflow.durable())
    }
    let text = "\(error?.description ?? "")"
    #expect(text.contains("'/wrong/load' would run again after the wait at '/wrong/wait'"))
    #expect(text.contains("'/wrong/wait' is the place of several steps"))
    #expect(text.contains("It is there twice"))
  }

  @Test func aWorkflowThatIsNotRegisteredIsRefused() async throws {
    let bench = Workbench()
    let runs = try bench.process(twoSteps(Calls()).durable())
    let other = Workflow("other") { Perform("one") { (number: Int) in number } }
    let namesake = Workflow("two steps") { Perform("one") { (text: String) in text } }
    await #expect(throws: WorkflowNotRegistered.self) {
      try await runs.submit(other, id: "a", input: 1)
    }
    await #expect(throws: WorkflowNotRegistered.self) {
      try await runs.submit(namesake, id: "a", input: "")
    }
  }

  @Test func runsAreListedCountedAndRemoved() async throws {
    let bench = Workbench()
    let workflow = twoSteps(Calls()) { _ in throw Broken() }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      for id in ["a", "b", "c"] { try await runs.submit(workflow, id: id, input: 1) }
      try await bench.until { try await runs.counts() == [.waiting: 3] }
      try await runs.send(1, to: Self.go, of: "a")
      await #expect(throws: DurableRunFailed.self) {
        try await runs.run(of: workflow, id: "a").value
      }
      #expect(try await runs.counts() == [.waiting: 2, .failed: 1])
      let failed = try await runs.list(RunQuery(statuses: [.failed]))
      #expect(failed.map(\.id) == ["a"])
      #expect(failed.first?.message == "Broken: Broken()")
      #expect(try await runs.removeEnded(olderThan: .seconds(60)) == 0)
      #expect(try await runs.removeEnded(olderThan: .zero) == 1)
      #expect(try await runs.counts() == [.waiting: 2])
      await runs.stop()
    }
  }

  @Test func roomThatBecomesFreeIsUsedAtOnce() async throws {
    let bench = Workbench()
    let workflow = Workflow("short") { Perform("one") { (number: Int) in number }.checkpoint() }
    let runs = try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(maxConcurrentRuns: 1, pollInterval: .seconds(3600))
    )
    try await bench.run {
      var all: [DurableRun<Int>] = []
      for number in 1...5 {
        all.append(try await runs.submit(workflow, id: "run \(number)", input: number))
      }
      runs.start()
      for run in all { _ = try await run.value }
      // No process has polled.
      #expect(bench.clock.now.offset < .seconds(60))
      await runs.stop()
    }
  }
}
