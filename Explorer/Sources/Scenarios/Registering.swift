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
          future.on(.inline).map { $0 + number }.on(.inline).onSuccess { seen.add($0 * 10) }
        }
        future.on(.inline).onSuccess { value in
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

/// One thread registers several observers, which then share a waiter, while another completes.
func grouping(threads: Int) -> Scenario {
  Scenario(
    threads == 2 ? "group against complete" : "group against register against complete",
    threads: threads
  ) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let seen = Notes<Int>()
    // The objects that the closure captures must be released with it.
    @Sendable func observe(_ number: Int) {
      let held = Held(number)
      future.on(.inline).onComplete { _ in seen.add(held.number) }
    }
    observe(1)
    observe(2)
    run.thread {
      observe(3)
      if threads == 2 { observe(4) }
    }
    if threads > 2 { run.thread { future.on(.inline).onSuccess { _ in seen.add(4) } } }
    run.thread {
      promise.succeed(7)
      expect(seen.all.filter { $0 < 3 }, is: [1, 2], "who was called by the completion")
    }
    run.finally {
      expect(seen.all.sorted(), is: [1, 2, 3, 4], "who was called")
      expect(
        seen.all.filter { $0 < 3 },
        is: [1, 2],
        "the order of those who were there before"
      )
    }
  }
}

/// An object that counts as alive.
private final class Held: Sendable {
  let number: Int
  private let life = EngineAtomic<UInt>(0)

  init(_ number: Int) { self.number = number }
}
