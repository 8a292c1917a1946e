internal import Explorer
@testable internal import Futures

/// A promise fails while observers that ignore failures register: the failure stays unobserved,
/// whichever way they wait.
func failingUnobserved(withToken: Bool) -> Scenario {
  Scenario(
    "fail against register" + (withToken ? " with a token" : "") + " of those it passes by",
    threads: 2
  ) { run in
    let source = CancellationSource()
    let token = withToken ? source.token : .never
    let promise = Promise<Int, any Error>()
    let future = promise.future
    run.thread {
      for _ in 1...3 { future.on(.inline).onSuccess(cancellation: token) { _ in } }
    }
    run.thread { promise.fail(CancellationError()) }
    run.finally {
      expect(!future.isSettled || !future.cell.state.has(CellState.observed), "looked at")
      expect(future.currentError != nil, "the failure is missing")
      withExtendedLifetime(source) {}
    }
  }
}

/// The same, but one of the observers handles failures.
func failingObserved() -> Scenario {
  Scenario("fail against register of those that look", threads: 3) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let seen = Notes<Int>()
    run.thread { future.on(.inline).onSuccess { _ in } }
    run.thread { future.on(.inline).onFailure { _ in seen.add(1) } }
    run.thread { promise.fail(Failed()) }
    run.finally {
      expect(seen.all, is: [1], "who was called")
      expect(future.cell.state.has(CellState.observed), "the failure was not looked at")
    }
  }
}

/// An error that does not represent cancellation, which `onFailure` would not receive.
private struct Failed: Error {}
