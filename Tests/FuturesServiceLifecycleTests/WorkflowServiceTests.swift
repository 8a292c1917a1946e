#if ServiceLifecycle
import Futures
import FuturesServiceLifecycle
import FuturesTesting
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
        try await gate.future.get()
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
      #expect(!end.isCompleted)
      #expect(throws: ServiceHasShutDown.self) { try service.start(waiting, 2) }
      gate.succeed()
      try await end.get()
    }
    #expect(run.state == .succeeded)
    #expect(service.runCount == 0)
  }

  @Test func theLimitCancelsTheRuns() async throws {
    let (service, clock) = (WorkflowService(limit: .seconds(30), clock: clock), clock)
    let run = try service.start(waiting, 1)
    try await started.future.get()
    try await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      let end = Future { try await service.run() }
      try await clock.waitForTimer(dueIn: .seconds(30))
      clock.advance(by: .seconds(30))
      try await end.get()
    }
    #expect(run.state == .cancelled)
    #expect(service.runCount == 0)
  }

  @Test func cancellingTheServiceCancelsTheRuns() async throws {
    let service = WorkflowService(limit: nil)
    let run = try service.start(waiting, 1)
    try await started.future.get()
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
}
#endif
