internal import Explorer
@testable internal import Futures

/// A `flatMap` hops to another thread, which links it into the list of a pending inner future,
/// while the thread that completed the source is still about to leave it.
func hopping() -> Scenario {
  Scenario("hop against adopt against complete", threads: 3) { run in
    let outer = Promise<Int, any Error>()
    let inner = Promise<Int, any Error>()
    let jobs = Jobs()
    let seen = Notes<Int>()
    let innerFuture = inner.future
    let mapped = outer.future.flatMap(on: jobs.context) { _ in innerFuture }
    mapped.onSuccess(on: .inline) { seen.add($0) }
    run.thread { outer.succeed(1) }
    run.thread { jobs.run() }
    run.thread { inner.succeed(7) }
    run.finally {
      expect(seen.all, is: [7], "who was called")
      expect(mapped.value, is: 7, "outcome")
    }
  }
}
