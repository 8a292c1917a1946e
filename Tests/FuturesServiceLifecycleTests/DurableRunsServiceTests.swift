#if ServiceLifecycle
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
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
struct DurableRunsServiceTests {
  let store = InMemoryRunStore(now: 1_000_000)
  let clock = ManualClock()
  let gate = Promise<Void, any Error>()
  let started = Promise<Void, any Error>()
  let steps = Log<String>()

  /// A workflow whose first step waits for the gate.
  private var order: Workflow<Int, Int> {
    let (gate, started, steps) = (gate, started, steps)
    return Workflow("order") {
      Perform("reserve") { (number: Int) in
        steps.add("reserve")
        started.succeed()
        try await gate.future.value
        return number
      }
      .checkpoint()
      Perform("ship") { (number: Int) in
        steps.add("ship")
        return number
      }
      .checkpoint()
    }
  }

  private func process() throws -> DurableRuns {
    let options = DurableRunsOptions(pollInterval: .seconds(3600))
    return try DurableRuns(
      store: RunStore(store),
      workflows: [order.durable()],
      options: options,
      clock: clock
    )
  }

  @Test func aShutdownGivesRunsBackAtTheirNextCheckpoint() async throws {
    let (runs, order, clock) = (try process(), order, clock)
    let service = DurableRunsService(runs, stoppingWithin: .seconds(20))
    try await runs.submit(order, id: "a", input: 1)
    try await testGracefulShutdown { trigger in
      let end = Future { try await service.run() }
      try await started.future.value
      trigger.triggerGracefulShutdown()
      try await clock.waitForTimer(dueIn: .seconds(20))
      #expect(!end.isSettled)
      // Nobody takes it while the service stops.
      try await runs.submit(order, id: "b", input: 2)
      gate.succeed()
      try await end.value
    }
    #expect(steps.all == ["reserve"])
    // Without the time of a lease: the time of the store has not passed.
    let row = try #require(try await store.load("a"))
    #expect(row.status(at: store.now) == .queued)
    #expect(row.records.keys.map(\.description) == ["/order/reserve"])
    #expect(try await store.load("b")?.epoch == 0)
  }

  @Test func theLimitGivesRunsBackAsTheyAre() async throws {
    let (runs, order, clock) = (try process(), order, clock)
    let service = DurableRunsService(runs, stoppingWithin: .seconds(20))
    try await runs.submit(order, id: "a", input: 1)
    try await testGracefulShutdown { trigger in
      let end = Future { try await service.run() }
      try await started.future.value
      trigger.triggerGracefulShutdown()
      try await clock.waitForTimer(dueIn: .seconds(20))
      clock.advance(by: .seconds(20))
      try await end.value
    }
    let row = try #require(try await store.load("a"))
    #expect(row.status(at: store.now) == .queued && row.records.isEmpty)
    #expect(row.undoing == nil && !row.isCancelRequested)
  }

  @Test func cancellingTheServiceGivesRunsBackAtOnce() async throws {
    let (runs, order) = (try process(), order)
    let service = DurableRunsService(runs, stoppingWithin: .seconds(20))
    try await runs.submit(order, id: "a", input: 1)
    let task = Task { try await service.run() }
    try await started.future.value
    task.cancel()
    try await task.value
    #expect(try await store.load("a")?.status(at: store.now) == .queued)
  }

  @Test func cancellingEndsAShutdownThatIsUnderWay() async throws {
    let (runs, order, clock) = (try process(), order, clock)
    let service = DurableRunsService(runs, stoppingWithin: .seconds(20))
    try await runs.submit(order, id: "a", input: 1)
    try await testGracefulShutdown { trigger in
      let task = Task { try await service.run() }
      try await started.future.value
      trigger.triggerGracefulShutdown()
      try await clock.waitForTimer(dueIn: .seconds(20))
      task.cancel()
      try await task.value
    }
    #expect(try await store.load("a")?.status(at: store.now) == .queued)
  }

  @Test func anotherProcessContinuesAtOnce() async throws {
    let (order, first, second) = (order, try process(), try process())
    try await first.submit(order, id: "a", input: 1)
    let group = ServiceGroup(
      services: [DurableRunsService(first)],
      logger: Logger(label: "test")
    )
    let end = Future { try await group.run() }
    try await started.future.value
    await group.triggerGracefulShutdown()
    gate.succeed()
    try await end.value
    second.start()
    #expect(try await second.submit(order, id: "a", input: 1).value == 1)
    #expect(steps.all == ["reserve", "ship"])
    await second.stop()
  }
}
#endif
