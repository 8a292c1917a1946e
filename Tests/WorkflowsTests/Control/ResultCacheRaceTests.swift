import Futures
import TestSupport
import Testing

@testable import Workflows

/// An input that reports when a cache that holds it compares it with another.
private struct Sought: Hashable, Sendable {
  let found: Promise<Void, Never>

  static func == (left: Sought, right: Sought) -> Bool {
    for promise in [left.found, right.found] where !promise.future.isSettled { promise.succeed() }
    return true
  }

  func hash(into hasher: inout Hasher) {}
}

@Suite(.timeLimit(.minutes(10)))
struct ResultCacheRaceTests {
  private struct Round: Sendable {
    let found = Promise<Void, Never>()
    let pending = Promise<Int, any Error>()
    let share: Future<Int, any Error>
    let run: WorkflowRun<Int>

    init() {
      let cache = ResultCache<Sought, Int>()
      let pending = pending
      share = cache.executions.load(
        Sought(found: Promise()),
        cancellation: .never,
        startingWith: { _ in pending.future }
      )
      run = Perform { (_: Sought) in 2 }.cached(in: cache).then { $0 }
        .prepare(Sought(found: found))
    }
  }

  @Test func aRunThatJoinsWhileTheLastOneLeavesIsNotCancelled() async throws {
    let count = StressSize.isLong ? 100_000 : 3_000
    var rounds: [Round] = []
    for _ in 0..<count { rounds.append(Round()) }
    await race(rounds: count) { [rounds] number in
      let round = rounds[number]
      // The run now decides whether to share the execution that the other one is leaving.
      while !round.found.future.isSettled && !round.run.state.isSettled {}
      for _ in 0..<number % 150 { _ = round.run.state }
      round.share.cancel()
      round.pending.succeed(1)
    } _: { [rounds] number in
      let run = rounds[number].run
      try? run.start()
      while !run.state.isSettled {}
    }
    let cancelled = rounds.count { $0.run.state != .succeeded }
    #expect(cancelled == 0)
  }
}
