@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

/// What calls record, and records that another call cannot read.
@Suite struct FunctionRecordTests {
  private typealias Function = Workbench.Function

  struct Declined: Error, Codable {
    var reason = "empty"
  }

  /// Types of one name.
  enum Before {
    struct Answer: Codable { let number: Int }
    struct Refused: Error, Codable { let number: Int }
  }
  enum After {
    struct Answer: Codable { let text: String }
    struct Refused: Error, Codable { let text: String }
  }

  // MARK: When it is recorded

  /// Nothing begins until the other step has ended.
  @Test(arguments: [false, true])
  func whatHasEndedIsRecordedWhileAnotherStepRuns(isFailure: Bool) async throws {
    let bench = Workbench()
    let (begun, rest) = (Promise<Void, Never>(), Promise<Void, Never>())
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      async let slow: Void = run.step("slow") {
        begun.succeed()
        await rest.future.value
      }
      do {
        try await run.step("fast") { () async throws -> Void in
          await begun.future.value
          if isFailure { throw Declined() }
        }
      } catch is StepFailed {}
      try await slow
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await bench.hasRecord("/f/fast") }
      rest.succeed()
      try await run.value
      await runs.stop()
    }
  }

  /// Otherwise a process that ends between the two would find only that the child was cancelled.
  @Test func theWinnerOfARaceIsRecordedBeforeAChildThatHasLostIsCancelled() async throws {
    let bench = Workbench()
    let rest = Promise<Void, Never>()
    let child = Workflow("child") { (_: Int, run: Steps) in
      try await run.wait(for: .seconds(3600))
    }
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      async let slow: Void = run.step("slow") { await rest.future.value }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await run.child(child, input: 1) }
        group.addTask { try await run.wait(for: .seconds(60), name: "limit") }
        try await group.next()
        group.cancelAll()
      }
      try await slow
    }
    let runs = try bench.process(workflow.durable(), child.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.until { try await bench.store.load("a/f/child")?.isCancelRequested == true }
      #expect(try await bench.hasRecord("/f/limit"))
      rest.succeed()
      try await run.value
      await runs.stop()
    }
  }

  // MARK: Records of another kind

  /// A function whose call a later version makes in another way.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let outcome: String
    let before: @Sendable (Steps) async throws -> Void
    let after: @Sendable (Steps) async throws -> Void
  }

  private static func decline(
    _ run: Steps,
    catching errors: [any (Error & Codable).Type]
  ) async throws {
    do {
      try await run.step("call", catching: errors) { () async throws -> Void in throw Declined() }
    } catch is Declined {
    } catch is StepFailed {}
  }

  static let changes = [
    Change(
      testDescription: "a failure of a type that is no longer named",
      outcome: "The run has recorded that '/f/call' failed with Declined, which the call no longer "
        + "catches. Add the type to 'catching'."
    ) {
      try await decline($0, catching: [Declined.self])
    } after: {
      try await decline($0, catching: [])
    },
    Change(
      testDescription: "a failure where there is a wait now",
      outcome: "'/f/call' was a step that failed, and the function waits there."
    ) {
      try await decline($0, catching: [])
    } after: {
      try await $0.wait(for: .seconds(1), name: "call")
    },
    Change(
      testDescription: "a failure of a type that has changed",
      outcome: "The recorded failure of '/f/call' cannot be read"
    ) { run in
      do {
        try await run.step("call", catching: [Before.Refused.self]) { () async throws -> Void in
          throw Before.Refused(number: 1)
        }
      } catch is Before.Refused {}
    } after: { run in
      do {
        try await run.step("call", catching: [After.Refused.self]) {}
      } catch is After.Refused {}
    },
    Change(
      testDescription: "a step where there was a wait",
      outcome: "The run has a record of '/f/call' of type %due, and the function asks for Int"
    ) {
      try await $0.wait(for: .zero, name: "call")
    } after: {
      try await $0.step("call") { 1 }
    },
    Change(
      testDescription: "a wait where there was a step",
      outcome: "The run has a record of '/f/call' of type Int, and the function only waits there."
    ) {
      try await $0.step("call") { 1 }
    } after: {
      try await $0.wait(for: .seconds(1), name: "call")
    },
    Change(
      testDescription: "a signal where there was a step",
      outcome: "The run has a record of '/f/call' of type Int, and the function waits for String "
        + "there."
    ) {
      try await $0.step("call") { 1 }
    } after: {
      _ = try await $0.signal(Signal<String>("call"))
    },
    Change(
      testDescription: "an output of a type that has changed",
      outcome: "The record of '/f/call' cannot be read as Answer"
    ) {
      try await $0.step("call") { Before.Answer(number: 1) }
    } after: {
      try await $0.step("call") { After.Answer(text: "") }
    },
  ]

  @Test(arguments: FunctionRecordTests.changes)
  func anotherKindOfCallSetsTheRunAside(_ change: Change) async throws {
    let outcome = try await Workbench().outcome { _, run in
      try await change.before(run)
      try await run.step("next") {}
      try await run.wait(for: .seconds(60))
      return ""
    } _: { _, run in
      try await change.after(run)
      return ""
    }
    #expect(outcome.hasPrefix(change.outcome), "\(outcome)")
  }

  private class Refusal: Error, Codable, @unchecked Sendable {}
  private final class LateRefusal: Refusal, @unchecked Sendable {}

  /// A subclass could not be told from its class when the record is read.
  @Test func aSubclassOfANamedErrorIsAnotherType() async throws {
    let outcome = try await Workbench().outcome { _, run in
      do {
        try await run.step("call", catching: [Refusal.self]) { () async throws -> Void in
          throw LateRefusal()
        }
      } catch let failed as StepFailed {
        try await run.wait(for: .seconds(60))
        return failed.type
      }
      return ""
    }
    #expect(outcome == "LateRefusal")
  }

  @Test func aSignalOfAnotherTypeSetsTheRunAside() async throws {
    let bench = Workbench()
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      try await run.signal(Signal<Int>("answer"))
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await run.send("text", to: Signal<String>("answer"))
      let error = await #expect(throws: DurableRunSetAside.self) { try await run.value }
      #expect(error?.reason.hasPrefix("The signal 'answer' cannot be read as Int") == true)
      await runs.stop()
    }
  }

  // MARK: What cannot be recorded

  /// An output that cannot be recorded is a failure of its step, and an error that is too large is
  /// recorded as a text.
  @Test func whatCannotBeRecordedIsAFailure() async throws {
    let calls = Calls()
    let options = DurableRunsOptions(pollInterval: .seconds(6 * 3600), maxRecordSize: 2000)
    let function: Function = { _, run in
      var failures: [String] = []
      for size in [100, 1900, 3000] {
        do {
          try await run.step("declined", catching: [Declined.self]) { () async throws -> Void in
            calls.add("\(size)")
            throw Declined(reason: String(repeating: "x", count: size))
          }
        } catch {
          failures.append("\(type(of: error))")
        }
      }
      do {
        try await run.step("large") { String(repeating: "x", count: 3000) }
      } catch let failed as StepFailed {
        failures.append(failed.type)
      }
      try await run.step("next") {}
      try await run.wait(for: .seconds(60))
      return failures.joined(separator: ", ")
    }
    let outcome = try await Workbench().outcome(of: function, options: options)
    #expect(outcome == "Declined, StepFailed, StepFailed, OutputTooLarge")
    #expect(calls.all == ["100", "1900", "3000"])
  }

  @Test func aWaitUntilADateEndsThere() async throws {
    let bench = Workbench()
    let date = Date(timeIntervalSince1970: 1000 + 3600)
    let function: Function = { _, run in
      try await run.wait(until: date)
      try await run.wait(until: .distantPast)
      return ""
    }
    #expect(try await bench.outcome(of: function) == "")
    #expect(bench.clock.now.offset >= .seconds(3600) && bench.clock.now.offset < .seconds(3610))
  }

  // MARK: Without a store

  @Test func withoutAStoreCallsAreRefusedAndTriedAgain() async throws {
    let calls = Calls()
    let gate = Promise<Void, Never>()
    let late = Locked<Future<Void, any Error>?>(nil)
    let answer = Signal<Int>("answer")
    let workflow = Workflow("f") { (_: Int, run: Steps) in
      #expect(try await run.has("change"))
      try await run.wait(until: .distantPast)
      let policy = RetryPolicy(attempts: 2, backoff: .constant(.milliseconds(1)))
      try await run.step("again", retry: policy) {
        calls.add("again")
        if calls.all.count < 2 { throw Declined() }
      }
      await #expect(throws: (any Error).self) {
        async let one: Void = run.step("same") {}
        async let two: Void = run.step("same") {}
        _ = try await (one, two)
      }
      let task = Future<Void, any Error> {
        await gate.future.value
        try await run.step("late") { calls.add("late") }
      }
      late.withLock { $0 = task }
      return try await run.signal(answer)
    }
    let run = workflow.start(1)
    run.send(7, to: answer)
    #expect(try await run.value == 7)
    gate.succeed()
    let error = await #expect(throws: (any Error).self) {
      try await late.withLock { $0 }?.value
    }
    #expect("\(error as Any)".contains("'late' is called after 'f' has returned"))
    #expect(calls.all == ["again", "again"])
  }

  @Test func aCallAfterTheEndOfTheRunSaysWhatToDo() async throws {
    let bench = Workbench()
    let gate = Promise<Void, Never>()
    let late = Locked<Future<Void, any Error>?>(nil)
    let workflow = Workflow("f") { (value: Int, run: Steps) in
      let task = Future<Void, any Error> {
        await gate.future.value
        try await run.step("late") {}
      }
      late.withLock { $0 = task }
      return try await run.step("whole") { value }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      _ = try await runs.submit(workflow, id: "a", input: 7).value
      gate.succeed()
      let error = await #expect(throws: (any Error).self) {
        try await late.withLock { $0 }?.value
      }
      #expect("\(error as Any)".contains("'late' is called after 'f' has returned"))
      await runs.stop()
    }
  }
}

extension Workbench {
  fileprivate func hasRecord(_ place: String) async throws -> Bool {
    try await store.load("a")?.records[RecordPath(place)] != nil
  }
}
