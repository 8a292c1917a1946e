#if ServiceLifecycle
import Futures
import FuturesServiceLifecycle
import FuturesTesting
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing
import Workflows

@Suite(.timeLimit(.minutes(10)))
struct WorkflowServiceTests {
  let clock = ManualClock()
  let gate = Promise<Void, any Error>()
  let started = Promise<Void, any Error>()

  /// A workflow that waits for the gate.
  private var waiting: Workflow<Int, Int> {
    let (gate, started) = (gate, started)
    return Workflow("wait") {
      Perform("wait") { (number: Int) in
        started.succeed()
        try await gate.future.value
        return number
      }
    }
  }

  @Test func aShutdownWaitsForTheRuns() async throws {
    let (service, clock) = (WorkflowService(limit: .seconds(30), clock: clock), clock)
    let run = try service.start(waiting, 1)
    #expect(service.runCount == 1)
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      let end = Future { try await service.run() }
      try await clock.waitForTimer(dueIn: .seconds(30))
      #expect(!end.isSettled)
      #expect(throws: ServiceHasShutDown.self) { try service.start(waiting, 2) }
      gate.succeed()
      try await end.value
    }
    #expect(run.state == .succeeded)
    #expect(service.runCount == 0)
  }

  @Test func aRunWithAKeyIsKeptOrReplaced() async throws {
    let service = WorkflowService()
    let first = try service.start(waiting, 1, unique: 7, ifRunning: .keep)
    let kept = try service.start(waiting, 2, unique: 7, ifRunning: .keep)
    #expect(kept.id == first.id && service.runCount == 1)
    let other = try service.start(waiting, 3, unique: 7, ifRunning: .replace)
    #expect(first.cancellation == .replaced)
    gate.succeed()
    #expect(try await other.value == 3)
  }

  @Test func aServiceThatShutsDownReplacesNoRun() async throws {
    let service = WorkflowService(limit: nil)
    let run = try service.start(waiting, 1, unique: 7, ifRunning: .keep)
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      let end = Future { try await service.run() }
      while (try? service.start(waiting, 2)) != nil { await Task.yield() }
      #expect(throws: ServiceHasShutDown.self) {
        try service.start(waiting, 3, unique: 7, ifRunning: .replace)
      }
      #expect(run.state == .running)
      gate.succeed()
      try await end.value
    }
    #expect(try await run.value == 1)
  }

  @Test func theLimitCancelsTheRuns() async throws {
    let (service, clock) = (WorkflowService(limit: .seconds(30), clock: clock), clock)
    let run = try service.start(waiting, 1)
    try await started.future.value
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      let end = Future { try await service.run() }
      try await clock.waitForTimer(dueIn: .seconds(30))
      clock.advance(by: .seconds(30))
      try await end.value
    }
    #expect(run.state == .cancelled)
    #expect(service.runCount == 0)
  }

  @Test func cancellingTheServiceCancelsTheRuns() async throws {
    let service = WorkflowService(limit: nil)
    let run = try service.start(waiting, 1)
    try await started.future.value
    let task = Task { try await service.run() }
    task.cancel()
    try await task.value
    #expect(run.state == .cancelled)
    #expect(service.runCount == 0)
  }

  @Test func runsThatEndAreForgotten() async throws {
    let service = WorkflowService()
    let (first, second) = (try service.start(waiting, 1), try service.start(waiting, 2))
    gate.succeed()
    _ = try await (first.value, second.value)
    await first.stopped()
    await second.stopped()
    #expect(service.runCount == 0)
  }

  @Test func aServiceWithoutRunsShutsDownAtOnceAndMayDoSoTwice() async throws {
    let service = WorkflowService()
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      try await service.run()
      try await service.run()
    }
    #expect(throws: ServiceHasShutDown.self) { try service.start(waiting, 1) }
  }

  @Test func aRunThatTheShutdownCancelsSaysSo() async throws {
    let (service, clock) = (WorkflowService(limit: .seconds(30), clock: clock), clock)
    let (first, second) = (try service.start(waiting, 1), try service.start(waiting, 2))
    try await started.future.value
    first.cancel()
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      let end = Future { try await service.run() }
      try await clock.waitForTimer(dueIn: .seconds(30))
      clock.advance(by: .seconds(30))
      try await end.value
    }
    #expect(first.cancellation == .requested)
    #expect(second.cancellation == .shutdown)
  }

  @Test func furtherRunsAreQueued() async throws {
    let service = WorkflowService(maxConcurrent: 1)
    let (first, second) = (try service.start(waiting, 1), try service.start(waiting, 2))
    let other = try service.start(waiting, 3, options: RunOptions(limit: ConcurrencyLimit(1)))
    #expect([first.state, second.state, other.state] == [.running, .queued, .running])
    #expect(service.runCount == 3)
    gate.succeed()
    #expect(try await second.value == 2)
    #expect(first.state == .succeeded)
    _ = try await other.value
  }

  @Test func aShutdownAlsoWaitsForQueuedRunsAndCancelsThem() async throws {
    let clock = clock
    let service = WorkflowService(limit: .seconds(30), maxConcurrent: 1, clock: clock)
    let (first, second) = (try service.start(waiting, 1), try service.start(waiting, 2))
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      let end = Future { try await service.run() }
      try await clock.waitForTimer(dueIn: .seconds(30))
      clock.advance(by: .seconds(30))
      try await end.value
    }
    #expect([first.cancellation, second.cancellation] == [.shutdown, .shutdown])
    #expect(service.runCount == 0)
  }

  /// A server with a request that watches a run until its end, as server-sent events do.
  private struct WatchedServer: Service {
    let run: WorkflowRun<Int>
    let isRunning = Promise<Void, any Error>()

    func run() async throws {
      isRunning.succeed()
      try? await gracefulShutdown()
      for await _ in run.states {}
    }
  }

  @Test func theLimitHoldsAlthoughARequestWatchesARun() async throws {
    let clock = clock
    let orders = WorkflowService(limit: .seconds(30), clock: clock)
    let run = try orders.start(waiting, 1)
    try await started.future.value
    let server = WatchedServer(run: run)
    let group = ServiceGroup(
      services: [server, orders],
      logger: Logger(label: "test")
    )
    let end = Future { try await group.run() }
    try await server.isRunning.future.value
    await group.triggerGracefulShutdown()
    // In the other order, the limit begins when the server has ended, after the run.
    try await clock.waitForTimer(dueIn: .seconds(30))
    #expect(!end.isSettled)
    clock.advance(by: .seconds(30))
    try await end.value
    #expect(run.cancellation == .shutdown)
  }
}
#endif
