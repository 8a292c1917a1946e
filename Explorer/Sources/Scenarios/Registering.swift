internal import Explorer
@testable internal import Futures

/// Threads register observers while another completes the promise.
func registering(threads: Int, isDerived: Bool = false) -> Scenario {
  let name =
    (isDerived ? "derive and " : "")
    + Array(repeating: "register", count: threads - 1).joined(separator: " against ")
    + " against complete"
  return Scenario(name, threads: threads) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let seen = Notes<Int>()
    for number in 1..<threads {
      run.thread {
        if isDerived {
          future.map(on: .inline) { $0 + number }.onSuccess(on: .inline) { seen.add($0 * 10) }
        }
        future.onSuccess(on: .inline) { value in
          expect(value, is: 7, "value")
          seen.add(number)
        }
      }
    }
    run.thread { promise.succeed(7) }
    run.finally {
      var expected = Array(1..<threads)
      if isDerived { expected += expected.map { ($0 + 7) * 10 } }
      expect(seen.all.sorted(), is: expected, "who was called")
    }
  }
}

/// One thread registers several observers, which come to share a waiter, while another completes.
func grouping(threads: Int) -> Scenario {
  Scenario(
    threads == 2 ? "group against complete" : "group against register against complete",
    threads: threads
  ) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let seen = Notes<Int>()
    future.onComplete(on: .inline) { _ in seen.add(1) }
    future.onComplete(on: .inline) { _ in seen.add(2) }
    run.thread {
      for number in 3...4 { future.onComplete(on: .inline) { _ in seen.add(number) } }
    }
    if threads > 2 { run.thread { future.onSuccess(on: .inline) { _ in seen.add(5) } } }
    run.thread {
      promise.succeed(7)
      expect(seen.all.filter { $0 < 3 }, is: [1, 2], "who was called by the completion")
    }
    run.finally {
      expect(seen.all.sorted(), is: Array(1...(threads + 2)), "who was called")
      expect(
        seen.all.filter { $0 < 3 },
        is: [1, 2],
        "the order of those who were there before"
      )
    }
  }
}
