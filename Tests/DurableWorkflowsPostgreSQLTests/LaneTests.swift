#if PostgreSQL
import Futures
import Testing

@testable import DurableWorkflowsPostgreSQL

@Suite(.timeLimit(.minutes(10)))
struct LaneTests {
  private struct Refused: Error {}

  /// The batches that a lane has executed.
  private final class Batches: Sendable {
    private let batches = Locked<[[Int]]>([])

    var all: [[Int]] { batches.withLock { $0 } }

    func add(_ batch: [Int]) { batches.withLock { $0.append(batch) } }
  }

  @Test(arguments: [true, false])
  func whatComesMeanwhileGoesTogether(isPerformedAlone: Bool) async throws {
    let batches = Batches()
    let (begun, mayEnd) = (Promise<Void, Never>(), Promise<Void, Never>())
    let perform = { @Sendable (batch: [Int]) async -> [Int] in
      batches.add(batch)
      if batch == [0] {
        begun.succeed()
        await mayEnd.future.value
      }
      return batch.map { 10 * $0 }
    }
    let performAlone = { @Sendable (request: Int) async -> Int? in await perform([request])[0] }
    let lane = Lane<Int, Int>(
      limit: 10,
      key: { "\($0)" },
      performAlone: isPerformedAlone ? performAlone : nil,
      perform: perform
    )
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

  @Test func aRequestThatCannotBePerformedAloneIsABatch() async throws {
    let batches = Batches()
    let performAlone = { @Sendable (request: Int) in request == 1 ? 10 : nil }
    let lane = Lane<Int, Int>(limit: 10, key: { "\($0)" }, performAlone: performAlone) { batch in
      batches.add(batch)
      return batch.map { 10 * $0 }
    }
    for number in 1...3 { #expect(try await lane.add(number) == 10 * number) }
    #expect(batches.all == [[2], [3]])
  }

  @Test func aBatchIsNotCancelledWithTheTaskOfARequest() async throws {
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
    let performAlone = { @Sendable (_: Int) -> Int? in throw Refused() }
    let lane = Lane<Int, Int>(limit: 10, key: { "\($0)" }, performAlone: performAlone) { batch in
      batches.add(batch)
      return batch
    }
    for number in 1...2 {
      await #expect(throws: Refused.self) { try await lane.add(number) }
    }
    #expect(batches.all == [])
  }
}
#endif
