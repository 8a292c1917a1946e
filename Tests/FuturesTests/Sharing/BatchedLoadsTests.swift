import Futures
import FuturesTesting
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(10))) struct BatchedLoadsTests {
  private typealias Loads = BatchedLoads<Int, String>

  private struct Broken: Error {}

  private final class Batches: Sendable {
    private let loaded = Locked<[[Int]]>([])

    var all: [[Int]] { loaded.withLock { $0 } }

    func add(_ keys: [Int]) { loaded.withLock { $0.append(keys) } }
  }

  private let clock = ManualClock()
  private let batches = Batches()

  private func loads(upTo count: Int = 100) -> Loads {
    Loads(upTo: count, within: .milliseconds(2), clock: clock) { @concurrent [batches] keys in
      batches.add(keys)
      return Dictionary(uniqueKeysWithValues: keys.map { ($0, "\($0)") })
    }
  }

  /// Requests values in tasks of this actor, each of which has joined its batch when this returns.
  private func request(_ keys: [Int], of loads: Loads) async -> [Task<String, any Error>] {
    let tasks = keys.map { key in Task { try await loads.value(for: key) } }
    // Behind them on the actor.
    await Task {}.value
    return tasks
  }

  @Test func keysThatArriveTogetherAreLoadedTogether() async throws {
    let loads = loads()
    let tasks = await request([3, 1, 2, 1], of: loads)
    #expect(batches.all.isEmpty)
    clock.advance(by: .milliseconds(2))
    var values: [String] = []
    for task in tasks { values.append(try await task.value) }
    #expect(values == ["3", "1", "2", "1"])
    #expect(batches.all == [[3, 1, 2]])
  }

  @Test func aFullBatchBeginsAtOnceAndTheNextKeyBeginsAnother() async throws {
    let loads = loads(upTo: 2)
    let tasks = await request([1, 2, 3], of: loads)
    #expect(try await tasks[1].value == "2")
    #expect(clock.pendingTimers.count == 1)
    clock.advance(by: .milliseconds(2))
    #expect(try await tasks[2].value == "3")
    #expect(batches.all == [[1, 2], [3]])
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func nothingIsKept() async throws {
    let loads = loads(upTo: 1)
    #expect(try await loads.value(for: 1) == "1")
    #expect(try await loads.value(for: 1) == "1")
    #expect(batches.all == [[1], [1]])
  }

  @Test func aKeyWithoutAValueFailsForItsCallersOnly() async throws {
    let loads = Loads(upTo: 2, clock: clock) { _ in [1: "1"] }
    let tasks = await request([1, 2], of: loads)
    #expect(try await tasks[0].value == "1")
    let error = await #expect(throws: ValueNotLoaded.self) { try await tasks[1].value }
    #expect(error == ValueNotLoaded(key: "2"))
    #expect(error?.description.contains("'2'") == true)
  }

  @Test func anErrorOfTheLoadReachesAllCallers() async throws {
    let loads = Loads(upTo: 2, clock: clock) { _ in throw Broken() }
    for task in await request([1, 2], of: loads) {
      await #expect(throws: Broken.self) { try await task.value }
    }
  }

  @Test func aKeyThatNobodyWaitsForIsNotLoaded() async throws {
    let loads = loads()
    let tasks = await request([1, 2, 2], of: loads)
    tasks[0].cancel()
    tasks[1].cancel()
    for task in tasks[..<2] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    clock.advance(by: .milliseconds(2))
    #expect(try await tasks[2].value == "2")
    #expect(batches.all == [[2]])
  }

  @Test func aBatchThatNobodyWaitsForDoesNotBegin() async throws {
    let loads = loads()
    let task = await request([1], of: loads)[0]
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    clock.advance(by: .milliseconds(2))
    #expect(batches.all.isEmpty)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func theLastCallerThatLeavesCancelsTheLoad() async throws {
    let begun = Promise<Void, Never>()
    let ended = Promise<Bool, Never>()
    let never = Promise<[Int: String], any Error>()
    let loads = Loads(upTo: 2, clock: clock) { _ in
      begun.succeed()
      defer { ended.succeed(Task.isCancelled) }
      return try await never.future.value
    }
    let tasks = await request([1, 2], of: loads)
    await begun.future.value
    tasks[0].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[0].value }
    #expect(!ended.future.isSettled)
    tasks[1].cancel()
    #expect(await ended.future.value)
  }

  private enum User { @TaskLocal static var name = "nobody" }

  @Test func aLoadHasTheTaskLocalValuesOfNoCaller() async throws {
    let loads = Loads(upTo: 1, clock: clock) { _ in [1: User.name] }
    let name = try await User.$name.withValue("alice") { try await loads.value(for: 1) }
    #expect(name == "nobody")
  }

  /// The object may go while callers wait.
  @Test func aBatchGoesOnWithoutTheObject() async throws {
    var loads: Loads? = loads()
    let tasks = await request([1], of: loads!)
    loads = nil
    clock.advance(by: .milliseconds(2))
    #expect(try await tasks[0].value == "1")
  }

  @Test func eachCallerReceivesItsOwnValueUnderLoad() async throws {
    let loads = BatchedLoads<Int, Int>(upTo: 7, within: .microseconds(100)) { keys in
      Dictionary(uniqueKeysWithValues: keys.map { ($0, $0 * 2) })
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<2_000 {
        group.addTask {
          let key = number % 50
          if number % 9 == 0 {
            let task = Task { try await loads.value(for: key) }
            task.cancel()
            _ = await task.result
          } else {
            let value = try await loads.value(for: key)
            #expect(value == key * 2)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
