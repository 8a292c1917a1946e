internal import Explorer
@testable internal import Futures

/// Two inputs of a collection are completed by two threads.
func collecting() -> Scenario {
  Scenario("collection against the completions of its inputs", threads: 2) { run in
    let first = Promise<Int, any Error>()
    let second = Promise<Int, any Error>()
    let seen = Notes<[Int]>()
    let result = [first.future, second.future].all()
    result.on(.inline).onSuccess { seen.add($0) }
    run.thread { first.succeed(1) }
    run.thread { second.succeed(2) }
    run.finally { expect(seen.all, is: [[1, 2]], "what the collection gave") }
  }
}

/// Two inputs are completed, one of them with a failure, while a thread registers with the result.
func collectingAFailure() -> Scenario {
  Scenario("collection against a failure against register", threads: 3) { run in
    let first = Promise<Int, any Error>()
    let second = Promise<Int, any Error>()
    let seen = Notes<String>()
    let result = [first.future, second.future].all()
    run.thread { first.succeed(1) }
    run.thread { second.fail(CancellationError()) }
    run.thread {
      result.on(.inline).onComplete {
        if case .failure = $0 { seen.add("failure") } else { seen.add("success") }
      }
    }
    run.finally { expect(seen.all, is: ["failure"], "what the collection gave") }
  }
}

/// The collection is created while its inputs are completed.
func collectingWhileCompleting() -> Scenario {
  Scenario("collect against completions", threads: 3) { run in
    let first = Promise<Int, any Error>()
    let second = Promise<Int, any Error>()
    let seen = Notes<[Int]>()
    let futures = [first.future, second.future]
    run.thread { first.succeed(1) }
    run.thread { second.succeed(2) }
    run.thread { futures.all().on(.inline).onSuccess { seen.add($0) } }
    run.finally { expect(seen.all, is: [[1, 2]], "what the collection gave") }
  }
}
