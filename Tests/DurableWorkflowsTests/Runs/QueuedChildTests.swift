import DurableWorkflowsTesting
import Futures
import FuturesTesting
import Testing
import Workflows

@testable import DurableWorkflows

/// Children that wait in queues.
@Suite struct QueuedChildTests {
  /// The greatest number of pieces of work that went on at the same time.
  private final class AtOnce: Sendable {
    private let state = Locked((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func begin() {
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
    }

    func end() { state.withLock { $0.now -= 1 } }
  }

  private static let count = 20

  private static func pack(_ atOnce: AtOnce, _ clock: ManualClock) -> Workflow<Int, Int> {
    Workflow("pack") {
      Perform("wrap") { (number: Int) in
        atOnce.begin()
        defer { atOnce.end() }
        try await clock.sleep(for: .seconds(1))
        return number
      }
      .checkpoint()
    }
  }

  /// A workflow that starts all children at once, as a chain and as a function.
  private static func all(
    _ pack: Workflow<Int, Int>,
    in place: QueuePlace,
    isFunction: Bool
  ) -> Workflow<[Int], [Int]> {
    if !isFunction {
      return Workflow("all") { ForEach { ChildRun(pack, in: place) } }
    }
    return Workflow("all") { (numbers: [Int], run: Steps) in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for number in numbers {
          group.addTask {
            try await run.child(pack, key: "\(number)", input: number, in: place)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }.sorted()
      }
    }
  }

  @Test(arguments: [false, true])
  func theLimitOfAQueueHoldsForChildren(isFunction: Bool) async throws {
    let bench = Workbench()
    let atOnce = AtOnce()
    let pack = Self.pack(atOnce, bench.clock)
    let all = Self.all(pack, in: QueuePlace("packing"), isFunction: isFunction)
    let queue = RunQueue("packing", maxConcurrentRuns: 3)
    let runs = try bench.process(
      [all.durable(), pack.durable()],
      options: DurableRunsOptions(pollInterval: .seconds(6 * 3600), queues: [queue])
    )
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      let numbers = try await runs.submit(all, id: "a", input: Array(0..<Self.count)).value
      #expect(numbers == Array(0..<Self.count))
      await runs.stop()
    }
    #expect(atOnce.most == 3)
  }

  /// The parent waits in the store, and takes no room of the queue that it shares with its child.
  @Test(arguments: [false, true])
  func aParentMayShareAQueueOfOneWithItsChildren(isFunction: Bool) async throws {
    let bench = Workbench()
    let atOnce = AtOnce()
    let pack = Self.pack(atOnce, bench.clock)
    let place = QueuePlace("packing")
    let all = Self.all(pack, in: place, isFunction: isFunction)
    let queue = RunQueue("packing", maxConcurrentRuns: 1)
    let runs = try bench.process(
      [all.durable(), pack.durable()],
      options: DurableRunsOptions(pollInterval: .seconds(6 * 3600), queues: [queue])
    )
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      let run = try await runs.submit(all, id: "a", input: [1, 2, 3], in: place)
      #expect(try await run.value == [1, 2, 3])
      await runs.stop()
    }
    #expect(atOnce.most == 1)
  }

  @Test(arguments: [false, true])
  func aChildWhoseKeyIsTakenFailsItsStep(isFunction: Bool) async throws {
    let bench = Workbench()
    let pack = Self.pack(AtOnce(), bench.clock)
    let place = QueuePlace("packing", key: "parcel")
    let all = Self.all(pack, in: place, isFunction: isFunction)
    let runs = try bench.process(
      [all.durable(), pack.durable()],
      options: DurableRunsOptions(
        pollInterval: .seconds(6 * 3600),
        queues: [RunQueue("packing", maxConcurrentRuns: 1)]
      )
    )
    try await bench.run(within: .seconds(3600)) {
      try await runs.submit(pack, id: "other", input: 7, after: .seconds(600), in: place)
      runs.start()
      let error = await #expect(throws: DurableRunFailed.self) {
        _ = try await runs.submit(all, id: "a", input: [1]).value
      }
      #expect(error?.message.contains("The key 'parcel' belongs to run 'other'") == true)
      await runs.stop()
    }
  }

  @Test func aChildThatWaitsForOtherProcessesIsReported() async throws {
    let bench = Workbench()
    let pack = Self.pack(AtOnce(), bench.clock)
    let all = Self.all(pack, in: QueuePlace("elsewhere"), isFunction: true)
    let runs = try bench.process(
      [all.durable(), pack.durable()],
      options: DurableRunsOptions(
        pollInterval: .seconds(6 * 3600),
        queues: [RunQueue("packing")]
      )
    )
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      try await runs.submit(all, id: "a", input: [1])
      try await bench.until { bench.events.contains { $0.contains("queuedForOthers") } }
      await runs.stop()
    }
  }

  /// The parent would look by itself a minute later.
  @Test(arguments: [false, true])
  func theParentOfAChildThatIsReplacedLearnsOfItAtOnce(isFunction: Bool) async throws {
    let bench = Workbench()
    let pack = Self.pack(AtOnce(), bench.clock)
    let place = QueuePlace("elsewhere", key: "parcel", ifTaken: .replace)
    let all = Self.all(pack, in: place, isFunction: isFunction)
    let runs = try bench.process(
      [all.durable(), pack.durable()],
      options: DurableRunsOptions(pollInterval: .seconds(6 * 3600))
    )
    try await bench.run(within: .seconds(3600)) {
      runs.start()
      let parent = try await runs.submit(all, id: "a", input: [1])
      try await bench.until {
        try await runs.counts() == [.queued: 1, .waiting: 1]
      }
      let start = bench.clock.now
      try await runs.submit(pack, id: "other", input: 7, in: place)
      await #expect(throws: DurableRunFailed.self) { _ = try await parent.value }
      #expect(start.duration(to: bench.clock.now) < .seconds(1))
      await runs.stop()
    }
  }
}
