import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

/// Functions whose tasks await something else than calls, however long that takes.
@Suite struct FunctionLeavingTests {
  /// What a task awaits, and whether its cancellation ends that.
  final class Other: Sendable {
    private let clock: ManualClock
    private let endsEarly: Bool
    private let time = Locked(Duration.zero)
    private let isOver = Promise<Void, Never>()

    init(_ clock: ManualClock, endsEarly: Bool) {
      self.clock = clock
      self.endsEarly = endsEarly
    }

    /// A time that does not end before the test.
    static let forever = Duration.seconds(365 * 86_400)

    func takes(_ time: Duration) { self.time.withLock { $0 = time } }

    /// Ends all waits.
    func end() { isOver.succeed() }

    func wait() async throws {
      let time = time.withLock { $0 }
      if time == .zero { return }
      if endsEarly { return try await clock.sleep(for: time) }
      await isOver.future.timeout(time, clock: clock, orSucceed: ()).value
    }
  }

  /// A task that is not waiting for a call makes its run due again, and is given more time.
  @Test(arguments: [true, false], [50, 3000])
  func aTaskBesideAWaitIsNotLeftBehind(endsEarly: Bool, milliseconds: Int) async throws {
    let bench = Workbench()
    let calls = Calls()
    let other = Other(bench.clock, endsEarly: endsEarly)
    other.takes(.milliseconds(milliseconds))
    let workflow = Workflow("beside") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await other.wait()
          try await run.step("beside") {
            calls.add("beside \(bench.clock.now.offset < .seconds(60))")
          }
        }
        try await run.wait(for: .seconds(3600))
        try await group.waitForAll()
      }
      return 1
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let value = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(value == 1)
      await runs.stop()
    }
    #expect(calls.all == ["beside true"])
    #expect(bench.clock.now.offset < .seconds(3700))
  }

  /// A function whose first call is made late when it continues, and when it is undone.
  private func workflow(
    _ calls: Calls,
    _ other: Other,
    fails: Bool,
    undoing time: Duration = .seconds(5)
  ) -> Workflow<Int, Int> {
    struct Failed: Error {}
    let hasEnded = Promise<Void, Never>()
    return Workflow("late") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await other.wait()
          try await run.step("first") {
            calls.add("first")
            hasEnded.succeed()
          } undo: { _ in
            calls.add("undo first")
          }
        }
        group.addTask {
          try await run.step("second") {
            await hasEnded.future.value
            calls.add("second")
          } undo: { _ in
            calls.add("undo second")
          }
        }
        try await group.waitForAll()
      }
      try await run.wait(for: .seconds(3600))
      other.takes(.seconds(5))
      try await run.wait(for: .seconds(3600))
      other.takes(time)
      if fails { throw Failed() }
      return 1
    }
  }

  @Test(arguments: [true, false])
  func aCallThatComesLateDoesNotSetTheRunAside(endsEarly: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let other = Other(bench.clock, endsEarly: endsEarly)
    let workflow = workflow(calls, other, fails: false)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let value = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(value == 1)
      await runs.stop()
    }
    #expect(calls.all == ["first", "second"])
    #expect(!bench.events.contains { $0.hasPrefix("setAside") })
  }

  @Test(arguments: [true, false])
  func aCallThatComesLateIsUndone(endsEarly: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let other = Other(bench.clock, endsEarly: endsEarly)
    let workflow = workflow(calls, other, fails: true)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      await #expect(throws: DurableRunFailed.self) {
        try await runs.submit(workflow, id: "a", input: 1).value
      }
      await runs.stop()
    }
    #expect(calls.all == ["first", "second", "undo second", "undo first"])
    #expect(!bench.events.contains { $0.hasPrefix("setAside") })
  }

  /// Functions side by side are left together.
  @Test func functionsSideBySideAreParkedTogether() async throws {
    let bench = Workbench()
    func function(_ name: String) -> Workflow<Int, Int> {
      Workflow(name) { (number: Int, run: Steps) in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for hour in 1...2 {
            group.addTask { try await run.wait(for: .seconds(3600 * hour), key: "\(hour)") }
          }
          try await group.waitForAll()
        }
        return number
      }
    }
    let workflow = Workflow("both") {
      Parallel {
        function("one")
        function("two")
      }
      Perform("sum") { (one: Int, two: Int) in one + two }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let sum = try await runs.submit(workflow, id: "a", input: 1).value
      #expect(sum == 2)
      await runs.stop()
    }
    #expect(bench.events.filter { $0.hasPrefix("parked") }.count == 2)
    #expect(bench.clock.now.offset < .seconds(2 * 3600 + 1))
  }

  // MARK: - What never ends

  /// A run is left after a few executions, although a task awaits something that never ends.
  @Test func aFunctionThatDoesNotReturnIsLeft() async throws {
    let bench = Workbench()
    let calls = Calls()
    let other = Other(bench.clock, endsEarly: false)
    other.takes(Other.forever)
    let workflow = Workflow("beside") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await other.wait() }
        try await run.wait(for: .seconds(3600))
        try await run.step("after") { calls.add("after") }
        try await group.waitForAll()
      }
      return 1
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await bench.clock.sleep(for: .seconds(1200))
      #expect(try await run.status == .waiting)
      #expect(try await bench.ended(within: .seconds(2500)) { calls.all == ["after"] })
      other.end()
      #expect(try await run.value == 1)
      await runs.stop()
    }
    #expect(calls.all == ["after"])
    #expect(bench.clock.now.offset < .seconds(3700))
  }

  @Test(arguments: [false, true])
  func aChangedFunctionThatDoesNotReturnIsSetAside(fails: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let other = Other(bench.clock, endsEarly: false)
    let workflow = workflow(calls, other, fails: fails, undoing: Other.forever)
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      if !fails {
        try await bench.until { try await run.status == .waiting }
        other.takes(Other.forever)
      }
      let error = await #expect(throws: DurableRunSetAside.self) { try await run.value }
      let reason = fails ? "Nothing was undone" : "has recorded '/late/first' next"
      #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
      #expect(try await run.status == .setAside)
      other.end()
      await runs.stop()
    }
    #expect(calls.all == ["first", "second"])
  }

  // MARK: - What is no other work

  /// Concurrent tasks that only make calls are parked once for each wait, as soon as they are idle,
  /// also if they note that on an actor.
  @Test(arguments: [false, true])
  func tasksThatOnlyMakeCallsAreParkedAtOnce(noteThat: Bool) async throws {
    let bench = Workbench()
    let calls = Calls()
    let workflow = Workflow("waits") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            do {
              try await run.wait(for: .seconds(3600 * number), key: "\(number)")
            } catch {
              if noteThat { await MainActor.run { calls.add("left") } }
              throw error
            }
            try await run.step("step", key: "\(number)") {}
          }
        }
        try await group.waitForAll()
      }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      try await runs.submit(workflow, id: "a", input: 1).value
      await runs.stop()
    }
    #expect(calls.all.count == (noteThat ? 6 : 0))
    #expect(bench.events.filter { $0.hasPrefix("parked") }.count == 3)
    #expect(bench.clock.now.offset < .seconds(3 * 3600 + 1))
  }

  /// A `defer` that takes long costs a few executions, and does not keep the run from being parked.
  @Test func aSlowEndDoesNotKeepARunFromBeingParked() async throws {
    let bench = Workbench()
    let calls = Calls()
    let clock = bench.clock
    let workflow = Workflow("slow") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            try await run.wait(for: .seconds(3600), key: "1")
          } catch {
            let closed = Future<Void, Never>.after(.milliseconds(200), clock: clock)
            await closed.value
            calls.add("closed")
            throw error
          }
        }
        try await run.wait(for: .seconds(3600), key: "2")
        try await group.waitForAll()
      }
    }
    let runs = try bench.process(workflow.durable())
    try await bench.run {
      runs.start()
      let run = try await runs.submit(workflow, id: "a", input: 1)
      try await clock.sleep(for: .seconds(600))
      #expect(try await run.status == .waiting)
      try await run.value
      await runs.stop()
    }
    #expect(calls.all.count == 5)
    #expect(clock.now.offset < .seconds(3700))
  }
}
