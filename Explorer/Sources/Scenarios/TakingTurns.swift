internal import Explorer
@testable internal import Futures

/// Several threads register and run callbacks of a façade, which must not overlap.
func takingTurns(hops: Bool) -> Scenario {
  Scenario(
    "turn against turn against " + (hops ? "hop" : "complete"),
    threads: 3
  ) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let jobs = Jobs()
    let visits = Notes<Int>()
    let gap = Locked(0)
    let visit: @Sendable (Int) -> Void = { number in
      visits.add(number)
      // The explorer can interrupt the thread here.
      gap.withLock { $0 += 1 }
      visits.add(number)
    }
    if hops { promise.succeed(7) }
    run.thread { future.onCompleteInTurn { _ in visit(1) } }
    run.thread {
      if hops {
        future.onCompleteInTurn(on: { task in jobs.context(task) }) { _ in visit(2) }
        jobs.noMore()
      } else {
        future.onCompleteInTurn { _ in visit(2) }
      }
    }
    run.thread { if hops { jobs.run() } else { promise.succeed(7) } }
    run.finally {
      jobs.runPending()
      expect(visits.all == [1, 1, 2, 2] || visits.all == [2, 2, 1, 1], "visits: \(visits.all)")
    }
  }
}

/// A context runs a callback of a façade twice while another callback takes its turn.
func takingTurnsTwice() -> Scenario {
  Scenario("deliver in turn against deliver against turn", threads: 3) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let jobs = Jobs()
    let visits = Notes<Int>()
    promise.succeed(7)
    future.onCompleteInTurn(on: { task in jobs.context(task) }) { _ in visits.add(1) }
    let job = jobs.take()[0]
    for _ in 1...2 { run.thread { job() } }
    run.thread { future.onCompleteInTurn { _ in visits.add(2) } }
    run.finally {
      // A callback that found the turn taken was submitted to its context once more.
      for job in jobs.take() {
        job()
        job()
      }
      expect(visits.all.sorted(), is: [1, 2], "visits")
    }
  }
}
