import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// Functions that have changed while runs are parked, and calls that a function must not make.
@Suite struct FunctionChangeTests {
  private typealias Function = Workbench.Function

  private func outcome(of old: @escaping Function, _ new: @escaping Function) async throws -> String
  {
    try await Workbench().outcome(of: old, new)
  }

  private let old: Function = { _, run in
    let number = try await run.step("charge") { 1 }
    try await run.step("note") {}
    try await run.wait(for: .seconds(60))
    return try await run.step("ship") { "shipped \(number)" }
  }

  @Test func whatComesBehindTheLastRecordMayChange() async throws {
    let outcome = try await outcome(of: old) { _, run in
      let number = try await run.step("charge") { 2 }
      try await run.step("note") {}
      return try await run.step("deliver") { "delivered \(number)" }
    }
    #expect(outcome == "delivered 1")
  }

  @Test func anInsertedStepSetsTheRunAside() async throws {
    let outcome = try await outcome(of: old) { _, run in
      try await run.step("check") {}
      let number = try await run.step("charge") { 2 }
      try await run.step("note") {}
      return "\(number)"
    }
    #expect(
      outcome.hasPrefix(
        "The run has recorded '/f/charge' next, and the function asks for '/f/check'"
      )
    )
  }

  @Test func aRenamedStepSetsTheRunAside() async throws {
    let outcome = try await outcome(of: old) { _, run in
      let number = try await run.step("pay") { 2 }
      try await run.step("note") {}
      return "\(number)"
    }
    #expect(
      outcome.hasPrefix("The run has recorded '/f/charge' next, and the function asks for '/f/pay'")
    )
  }

  @Test func aRemovedStepSetsTheRunAside() async throws {
    let outcome = try await outcome(of: old) { _, run in
      let number = try await run.step("charge") { 2 }
      return "\(number)"
    }
    #expect(
      outcome.hasPrefix("The run has recorded '/f/note' next, and the function has returned")
    )
  }

  @Test func anotherTypeSetsTheRunAside() async throws {
    let outcome = try await outcome(of: old) { _, run in try await run.step("charge") { "2" } }
    #expect(outcome.hasPrefix("The run has a record of '/f/charge' of type Int"))
    #expect(outcome.contains("the function asks for String"))
  }

  /// Under another name, another child would do the same once more.
  @Test func aChildThatIsWaitedForKeepsItsName() async throws {
    let bench = Workbench()
    let child = Workflow("child") { (_: Int, run: Steps) in
      try await run.wait(for: .seconds(3600))
    }
    @Sendable func parent(of name: String) -> Workflow<Int, Void> {
      Workflow("f") { (_: Int, run: Steps) in
        try await run.part("part") { try await run.child(child, name: name, input: 1) }
      }
    }
    let first = try bench.process(parent(of: "one").durable(), child.durable())
    let second = try bench.process(parent(of: "other").durable(), child.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(parent(of: "one"), id: "a", input: 1)
      try await bench.until {
        let isWaiting = try await run.status == .waiting
        return try await isWaiting ? first.load("a/f/part/%in/one") != nil : false
      }
      await first.stop()
      let found = try await second.check()
      #expect(found.contains { $0.outcome == .setAside })
      second.start()
      try await bench.until { try await second.load("a")?.summary.status == .setAside }
      let message = try await second.load("a")?.summary.message
      let place = "/f/part/%in"
      let (begun, asked) = ("'\(place)/one'", "'\(place)/other'")
      let text = "The run has begun \(begun), and the function asks for \(asked) instead"
      #expect(message?.hasPrefix(text) == true)
      #expect(try await second.load("a\(place)/other") == nil)
      await second.stop()
    }
  }

  /// Nobody has cancelled the run, although its wait was ended.
  @Test(arguments: [false, true])
  func aSignalWithoutItsLimitSetsTheRunAside(isRecorded: Bool) async throws {
    let bench = Workbench()
    let signal = Signal<Int>("answer")
    let old = Workflow("f") { (_: Int, run: Steps) in
      _ = try await run.signal(signal, within: .seconds(60))
      if isRecorded { try await run.wait(for: .seconds(3600)) }
      return ""
    }
    let new = Workflow("f") { (_: Int, run: Steps) in
      _ = try await run.signal(signal)
      return ""
    }
    let first = try bench.process(old.durable())
    let second = try bench.process(new.durable())
    try await bench.run {
      first.start()
      let run = try await first.submit(old, id: "a", input: 1)
      try await bench.until {
        let hasPassed = try await bench.store.load("a")?.records.keys.contains { $0.isOfStep }
        return try await run.status == .waiting && (!isRecorded || hasPassed == true)
      }
      await first.stop()
      // Before its time, too.
      #expect(try await second.check().map(\.outcome) == [.setAside])
      try await bench.clock.sleep(for: .seconds(120))
      second.start()
      try await bench.until { try await second.load("a")?.summary.status == .setAside }
      let message = try await second.load("a")?.summary.message
      #expect(message?.hasPrefix("'/f/answer' has a limit") == true)
      await second.stop()
    }
  }

  @Test func aCallThatIsAddedInALimitThatHasEndedSetsTheRunAside() async throws {
    let outcome = try await outcome(of: { _, run in
      try await run.within(.seconds(3600)) { try await run.step("ask") {} }
      try await run.wait(for: .seconds(60))
      return ""
    }) { _, run in
      try await run.within(.seconds(3600)) {
        try await run.step("ask") {}
        try await run.step("ask again") {}
      }
      return ""
    }
    #expect(
      outcome.hasPrefix(
        "The run has recorded '/f/within' next, and the function still makes calls in it."
      )
    )
  }

  @Test func aFunctionThatFailsEarlierIsSetAside() async throws {
    struct Broken: Error {}
    let outcome = try await outcome(of: old) { _, run in
      _ = try await run.step("charge") { 2 }
      throw Broken()
    }
    #expect(outcome.hasPrefix("The run has recorded '/f/note' next, and the function has failed"))
  }

  /// A task that asks for something else does not wait for the others.
  @Test func aChangeInATaskSetsTheRunAside() async throws {
    @Sendable func function(_ names: [String]) -> Function {
      { _, run in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for name in names { group.addTask { try await run.step(name) {} } }
          try await group.waitForAll()
        }
        try await run.wait(for: .seconds(60))
        return ""
      }
    }
    let outcome = try await outcome(of: function(["one"]), function(["two", "three"]))
    #expect(outcome.hasPrefix("The run has recorded '/f/one' next, and the function asks for '/f/"))
  }

  // MARK: Changes on purpose

  @Test func aRenamedStepThatNamesItsFormerNameIsRecorded() async throws {
    let outcome = try await outcome(of: old) { _, run in
      let number = try await run.step("pay", was: "charge") { 2 }
      try await run.step("note") {}
      try await run.wait(for: .seconds(60))
      let again = try await run.step("pay", was: "charge") { 3 }
      return "\(number) \(again)"
    }
    #expect(outcome == "1 3")
  }

  @Test func aRunThatHasPassedAChangeDoesNotTakeIt() async throws {
    let changed: Function = { _, run in
      let checksFirst = try await run.has("first check")
      let number = try await run.step("charge") { 2 }
      try await run.step("note") {}
      let checksWait = try await run.has("check before the wait")
      try await run.wait(for: .seconds(60))
      let checksLast = try await run.has("last check")
      try await run.wait(for: .seconds(60), name: "another")
      return "\(number) \(checksFirst) \(checksWait) \(checksLast)"
    }
    #expect(try await outcome(of: old, changed) == "1 false false true")
    #expect(try await outcome(of: changed, changed) == "2 true true true")
  }

  // MARK: Calls that are refused

  @Test func tasksThatCallOneNameNeedKeys() async throws {
    let outcome = try await outcome(of: old) { _, run in
      _ = try await run.step("charge") { 1 }
      try await run.step("note") {}
      async let one: Void = run.step("same") {}
      async let two: Void = run.step("same") {}
      _ = try await (one, two)
      return ""
    }
    #expect(outcome.contains("Give each of these calls a key"))
  }

  private func refusal(_ function: @escaping Function) async throws -> String {
    let bench = Workbench()
    let workflow = Workflow<Int, String>("f") { try await function($0, $1) }
    let runs = try bench.process(workflow.durable())
    return try await bench.run {
      runs.start()
      var message: String
      do {
        message = try await runs.submit(workflow, id: "a", input: 1).value
      } catch let error as DurableRunFailed {
        message = error.message
      }
      await runs.stop()
      return message
    }
  }

  @Test func callsAreRefusedOutsideTheFunction() async throws {
    let inside = try await refusal { _, run in
      try await run.step("outer") { try await run.step("inner") { "inner" } }
    }
    #expect(inside.contains("'inner' is called in the body of another step"))
    let detached = try await refusal { _, run in
      let task = Task.detached { try await run.step("detached") { "detached" } }
      return try await task.value
    }
    #expect(detached.contains("'detached' is called in a task that 'f' did not start"))
    let hold = Promise<Void, any Error>()
    let open = try await refusal { _, run in
      let begun = Promise<Void, Never>()
      let task = Future<Void, any Error> {
        try await run.step("open") {
          begun.succeed()
          try await hold.future.value
        }
      }
      await begun.future.value
      return "returned \(task.isSettled)"
    }
    hold.succeed()
    #expect(open.contains("has not waited for '/f/open'"))
  }
}
