internal import Explorer
@testable internal import Futures

/// A token is cancelled while the promise is completed and, in a third thread, the hop is run.
func cancellingByToken(hops: Bool) -> Scenario {
  Scenario(
    "cancel by token against complete" + (hops ? " against hop" : ""),
    threads: hops ? 3 : 2
  ) { run in
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let jobs = Jobs()
    let ran = Notes<Int>()
    let ends = Notes<String>()
    // Nothing else refers to the derived future.
    let context = hops ? jobs.context : .inline
    promise.future.on(context).map(cancellation: source.token) { ran.add($0) }
      .on(.inline).onComplete { ends.add($0.isCancelled ? "cancelled" : "done") }
    run.thread { source.cancel() }
    run.thread {
      promise.succeed(7)
      jobs.noMore()
    }
    if hops { run.thread { jobs.run() } }
    run.finally {
      jobs.runPending()
      expect(ends.all.count, is: 1, "ends of the derived future")
      expect(ran.all.count <= 1, "the closure ran twice")
      if ends.all == ["done"] { expect(ran.all.count, is: 1, "calls of the closure") }
    }
  }
}

/// A token is cancelled before, while or after an observer is registered with it.
func cancellingWhileRegistering() -> Scenario {
  Scenario("cancel by token against register", threads: 2) { run in
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let ends = Notes<Bool>()
    run.thread { source.cancel() }
    run.thread {
      future.on(.inline).map(cancellation: source.token) { $0 }
        .on(.inline).onComplete { ends.add($0.isCancelled) }
    }
    run.finally {
      expect(ends.all, is: [true], "whether it was cancelled in time")
      // No withdrawn observer stays in the promise's list.
      future.cell.expectItKnowsOfWithdrawals()
      withExtendedLifetime(promise) {}
    }
  }
}

extension Result where Failure == any Error {
  /// Whether this is a cancellation.
  var isCancelled: Bool {
    if case .failure(let error) = self { return error is CancellationError }
    return false
  }
}
