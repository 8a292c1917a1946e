import Futures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ConcurrencyLimitRaceTests {
  private static let rounds = StressSize.rounds / 10

  /// A place is neither lost nor given twice, whether calls end or are cancelled.
  @Test func endingAgainstCancelling() async {
    let limit = ConcurrencyLimit(1)
    let ended = Counter()
    await race(rounds: Self.rounds) { _ in
      let promise = Promise<Int, any Error>()
      limit.run { promise.future }.onComplete { _ in ended.add() }
      promise.succeed(1)
    } _: { round in
      let promise = Promise<Int, any Error>()
      let call = limit.run { promise.future }
      call.onComplete { _ in ended.add() }
      if round % 2 == 0 { call.cancel() } else { promise.succeed(1) }
    }
    #expect(ended.value == 2 * Self.rounds)
    #expect(limit.runningCount == 0)
    #expect(limit.waitingCount == 0)
  }

  /// A place that is given to a task while it is cancelled passes on to the next one.
  @Test func cancellingATaskInLineAgainstItsTurn() async {
    let calls = (0..<Self.rounds)
      .map { _ in
        let (limit, first) = (ConcurrencyLimit(1), Promise<Void, any Error>())
        limit.run { first.future }.ignoringFailure()
        let second = limit.run { () async throws in }
        return (limit, first, second, limit.run { () async in 3 })
      }
    await race(rounds: Self.rounds) { round in
      calls[round].2.cancel()
    } _: { round in
      calls[round].1.succeed()
    }
    for (limit, _, second, third) in calls {
      _ = await second.result
      #expect(await third.value == 3)
      while limit.runningCount > 0 { await Task.yield() }
      #expect(limit.waitingCount == 0)
    }
  }

  /// A task may be cancelled before it waits for its turn, while it begins to, or later.
  @Test func cancellingAgainstBeginningToWait() async {
    let limit = ConcurrencyLimit(1)
    let first = Promise<Int, any Error>()
    limit.run { first.future }.ignoringFailure()
    let tasks = Log<Task<Void, any Error>>()
    await race(rounds: Self.rounds) { round in
      let hasBegun = Counter()
      let task = Task {
        hasBegun.add()
        try await limit.withPermit {}
      }
      while hasBegun.value == 0 {}
      for _ in 0..<(round % 64) { _ = hasBegun.value }
      task.cancel()
      tasks.add(task)
    } _: { _ in
    }
    var others = 0
    for task in tasks.all {
      if !(await task.result.failure is CancellationError) { others += 1 }
    }
    #expect(others == 0)
    #expect(limit.waitingCount == 0)
    first.succeed(1)
  }

  /// Never more work than the limit allows.
  @Test func startingAgainstStarting() async {
    let limit = ConcurrencyLimit(1)
    let running = Counter()
    let tooMany = Counter()
    let call: @Sendable (Int) -> Void = { _ in
      limit.run {
        if running.add() > 1 { tooMany.add() }
        return Future<Int, any Error>(value: 1).map { _ in running.add(-1) }
      }
      .onFailure { _ in tooMany.add() }
    }
    await race(rounds: Self.rounds, call, call)
    #expect(tooMany.value == 0)
    #expect(limit.runningCount == 0)
  }
}
