#if PostgreSQL
import Futures
import Testing

@testable import DurableWorkflowsPostgreSQL

@Suite(.timeLimit(.minutes(1)))
struct LaneTests {
  private struct Refused: Error {}

  /// The batches that a lane has executed.
  private final class Batches: Sendable {
    private let batches = Locked<[[Int]]>([])

    var all: [[Int]] { batches.withLock { $0 } }

    func add(_ batch: [Int]) { batches.withLock { $0.append(batch) } }
  }

  @Test(arguments: [true, false])
  func whatComesMeanwhileGoesTogether(isRepeatable: Bool) async throws {
    let batches = Batches()
    let (begun, mayEnd) = (Promise<Void, Never>(), Promise<Void, Never>())
    let lane = Lane<Int, Int>(limit: 10, key: { "\($0)" }, isRepeatable: isRepeatable) { batch in
      batches.add(batch)
      if batch == [0] {
        begun.succeed()
        await mayEnd.future.value
      }
      return batch.map { 10 * $0 }
    }
    async let first = lane.add(0)
    await begun.future.value
    let others = (1...3).map { number in Task.immediate { try await lane.add(number) } }
    mayEnd.succeed()
    #expect(try await first == 0)
    var answers: [Int] = []
    for task in others { answers.append(try await task.value) }
    #expect(answers == [10, 20, 30])
    #expect(batches.all == [[0], [1, 2, 3]])
  }

  @Test func aRequestWhoseTaskIsCancelledIsCarriedOut() async throws {
    let batches = Batches()
    let begun = Promise<Void, Never>()
    let never = Promise<Void, any Error>()
    let lane = Lane<Int, Int>(limit: 10, key: { "\($0)" }, isRepeatable: true) { batch in
      batches.add(batch)
      if batches.all.count == 1 {
        begun.succeed()
        // A driver behaves like this when its statement is cancelled.
        try await never.future.value
      }
      try Task.checkCancellation()
      return batch
    }
    let task = Task { try await lane.add(1) }
    await begun.future.value
    task.cancel()
    #expect(try await task.value == 1)
    #expect(batches.all == [[1], [1]])
    #expect(try await lane.add(2) == 2)
    never.succeed()
  }

  @Test func aRequestThatMayNotBeRepeatedIsNotCancelled() async throws {
    let (begun, mayEnd) = (Promise<Void, Never>(), Promise<Void, Never>())
    let batches = Batches()
    let lane = Lane<Int, Int>(limit: 10, key: { "\($0)" }) { batch in
      batches.add(batch)
      begun.succeed()
      await mayEnd.future.value
      try Task.checkCancellation()
      return batch
    }
    let task = Task { try await lane.add(1) }
    await begun.future.value
    task.cancel()
    mayEnd.succeed()
    #expect(try await task.value == 1)
    #expect(batches.all == [[1]])
  }

  @Test func aRequestThatFailsAloneIsNotRepeated() async throws {
    let batches = Batches()
    let lane = Lane<Int, Int>(limit: 10, key: { "\($0)" }, isRepeatable: true) { batch in
      batches.add(batch)
      throw Refused()
    }
    await #expect(throws: Refused.self) { try await lane.add(1) }
    await #expect(throws: Refused.self) { try await lane.add(2) }
    #expect(batches.all == [[1], [2]])
  }
}
#endif
