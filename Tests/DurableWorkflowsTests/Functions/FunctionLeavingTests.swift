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

    init(_ clock: ManualClock, endsEarly: Bool) {
      self.clock = clock
      self.endsEarly = endsEarly
    }

    func takes(_ time: Duration) { self.time.withLock { $0 = time } }

    func wait() async throws {
      let time = time.withLock { $0 }
      if time == .zero { return }
      if endsEarly { return try await clock.sleep(for: time) }
      await withCheckedContinuation { continuation in
        Future<Void, any Error>.after(time, clock: clock, cancellation: .never)
          .on(.inline).onSuccess { continuation.resume() }
      }
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

  /// A function whose first call is made late when it continues.
  private func workflow(
    _ calls: Calls,
    _ other: Other,
    fails: Bool
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

  /// Concurrent tasks that only make calls are parked once for each wait, as soon as they are idle.
  @Test func tasksThatOnlyMakeCallsAreParkedAtOnce() async throws {
    let bench = Workbench()
    let workflow = Workflow("waits") { (_: Int, run: Steps) in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            try await run.wait(for: .seconds(3600 * number), key: "\(number)")
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
    #expect(bench.events.filter { $0.hasPrefix("parked") }.count == 3)
    #expect(bench.clock.now.offset < .seconds(3 * 3600 + 1))
  }
}
