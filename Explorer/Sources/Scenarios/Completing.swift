internal import Explorer
@testable internal import Futures

/// Several threads complete one promise.
func completing(threads: Int) -> Scenario {
  Scenario(
    Array(repeating: "complete", count: threads).joined(separator: " against "),
    threads: threads
  ) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let wins = Notes<Int>()
    let seen = Notes<Int>()
    future.on(.inline).onSuccess { seen.add($0) }
    for number in 1...threads {
      run.thread {
        if promise.succeed(number) { wins.add(number) }
        expect(future.currentValue != nil, "a promise that was completed has no outcome")
      }
    }
    run.finally {
      expect(wins.all.count, is: 1, "completions that won")
      expect(future.currentValue, is: wins.all.first, "outcome")
      expect(seen.all, is: wins.all, "what the observer saw")
    }
  }
}

/// One thread completes a promise with a value and another with the outcome of a future.
func completingWithAFuture() -> Scenario {
  Scenario("complete against complete with a future", threads: 3) { run in
    let promise = Promise<Int, any Error>()
    let other = Promise<Int, any Error>()
    let future = promise.future
    let wins = Notes<Int>()
    let seen = Notes<Int>()
    future.on(.inline).onSuccess { seen.add($0) }
    run.thread { if promise.succeed(1) { wins.add(1) } }
    run.thread { if promise.complete(with: other.future) { wins.add(2) } }
    run.thread { other.succeed(2) }
    run.finally {
      expect(wins.all.count, is: 1, "completions that won")
      expect(future.currentValue, is: wins.all.first, "outcome")
      expect(seen.all, is: wins.all, "what the observer saw")
    }
  }
}

/// Threads read the outcome while a promise is completed, without waiting for it.
func reading() -> Scenario {
  Scenario("read against read against complete", threads: 3) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    run.thread { if let value = future.currentValue { expect(value, is: 7, "value") } }
    run.thread {
      if case .success(let value)? = future.currentResult { expect(value, is: 7, "value") }
    }
    run.thread { promise.succeed(7) }
    run.finally { expect(future.currentValue, is: 7, "outcome") }
  }
}

/// One thread completes a cell while another sets one of its flags that is not a completion.
func claimingAgainstBinding() -> Scenario {
  Scenario("claim against a flag", threads: 2) { run in
    let cell = Cell()
    let wins = Notes<String>()
    run.thread {
      if let waiters = cell.succeed(1) { wins.add("claim"); ThreadState.run(cell, waiters) }
    }
    run.thread { cell.stay() }
    run.finally {
      expect(wins.all, is: ["claim"], "who won, where nobody else claimed")
      expect(cell.isSuccess, "the outcome is missing")
    }
  }
}
