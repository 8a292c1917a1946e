internal import Explorer
@testable internal import Futures

/// Two futures race, and each completion withdraws the observer of the other.
func racing() -> Scenario {
  Scenario("race of two completions", threads: 2) { run in
    let first = Promise<Int, any Error>()
    let second = Promise<Int, any Error>()
    let seen = Notes<Int>()
    [first.future, second.future].firstCompleted().on(.inline).onSuccess { seen.add($0) }
    run.thread { first.succeed(1) }
    run.thread { second.succeed(2) }
    run.finally { expect(seen.all == [1] || seen.all == [2], "outcomes of the race: \(seen.all)") }
  }
}

/// Two futures race, and each completion cancels the other.
func racingAndCancelling() -> Scenario {
  Scenario("race of two completions that cancel the loser", threads: 2) { run in
    let promises = [Promise<Int, any Error>(), Promise<Int, any Error>()]
    let seen = Notes<Int>()
    let ends = [Notes<String>(), Notes<String>()]
    let futures = promises.map(\.future)
    for (future, ends) in zip(futures, ends) {
      future.on(.inline).onComplete { ends.add($0.isCancelled ? "cancelled" : "done") }
    }
    futures.firstCompleted(cancelsLosers: true).on(.inline).onComplete {
      seen.add((try? $0.get()) ?? -1)
    }
    for (number, promise) in promises.enumerated() { run.thread { promise.succeed(number) } }
    run.finally {
      guard let winner = seen.all.first, seen.all.count == 1, winner >= 0 else {
        return expect(false, "outcomes of the race: \(seen.all)")
      }
      expect(ends[winner].all, is: ["done"], "end of the winner")
      expect(ends[1 - winner].all.count, is: 1, "ends of the loser")
    }
  }
}

/// The loser of a race adopts an inner future while it is cancelled, and no caller keeps the loser.
func racingAgainstAdopting() -> Scenario {
  Scenario("race that cancels the loser against adopt", threads: 2) { run in
    let first = Promise<Int, any Error>()
    let outer = Promise<Int, any Error>()
    let inner = Promise<Int, any Error>()
    let seen = Notes<Int>()
    let ends = Notes<String>()
    let innerFuture = inner.future
    let race = [first.future, outer.future.on(.inline).flatMap { _ in innerFuture }]
    race[1].on(.inline).onComplete { ends.add($0.isCancelled ? "cancelled" : "done") }
    race.firstCompleted(cancelsLosers: true).on(.inline).onSuccess { seen.add($0) }
    run.thread { first.succeed(1) }
    run.thread { outer.succeed(2) }
    run.finally {
      expect(seen.all, is: [1], "outcomes of the race")
      expect(ends.all, is: ["cancelled"], "end of the loser")
      withExtendedLifetime(inner) {}
    }
  }
}

/// Futures begin to race while they are completed one after another.
func racingWhileCompleting() -> Scenario {
  Scenario("race against completions", threads: 2) { run in
    let first = Promise<Int, any Error>()
    let second = Promise<Int, any Error>()
    let seen = Notes<Int>()
    let futures = [first.future, second.future]
    run.thread {
      first.succeed(1)
      second.succeed(2)
    }
    run.thread { futures.firstCompleted().on(.inline).onSuccess { seen.add($0) } }
    run.finally { expect(seen.all == [1] || seen.all == [2], "outcomes of the race: \(seen.all)") }
  }
}

/// A future of a race that is ending joins another race, and unlinks what the first race left
/// behind while that race withdraws it.
func racingAgain() -> Scenario {
  Scenario("race against the end of another", threads: 2) { run in
    let shared = Promise<Int, any Error>()
    let other = Promise<Int, any Error>()
    let pending = Promise<Int, any Error>()
    let former = Notes<Int>()
    let latter = Notes<Int>()
    let sharedFuture = shared.future
    let pendingFuture = pending.future
    sharedFuture.on(.inline).map { $0 }.on(.inline).onSuccess { former.add($0) }
    [sharedFuture, other.future].firstCompleted().on(.inline).onSuccess { former.add($0) }
    sharedFuture.cell.observe(removable: Cell(removableStep: { _, _ in .none }))
    // The next registration walks the list.
    sharedFuture.cell.withdrawals |= 7
    run.thread {
      [sharedFuture, pendingFuture].firstCompleted().on(.inline).onSuccess { latter.add($0) }
    }
    run.thread { other.succeed(1) }
    run.finally {
      shared.succeed(7)
      expect(former.all, is: [1, 7], "who was called")
      expect(latter.all, is: [7], "outcomes of the latter race")
      withExtendedLifetime(pending) {}
    }
  }
}

/// Contenders with separate scopes complete at the same time.
func contending() -> Scenario {
  Scenario("contest of two completions", threads: 2) { run in
    let first = Promise<Int, any Error>()
    let second = Promise<Int, any Error>()
    let seen = Notes<Int>()
    let futures = [first.future, second.future]
    let result = Contest<Int, any Error>.hold(cancellation: .never) { contest, result in
      contest.start(0, for: result) { futures[0] }
      contest.start(1, for: result) { futures[1] }
    }
    result.on(.inline).onSuccess { seen.add($0) }
    run.thread { first.succeed(1) }
    run.thread { second.succeed(2) }
    run.finally { expect(seen.all == [1] || seen.all == [2], "outcomes: \(seen.all)") }
  }
}
