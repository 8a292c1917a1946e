internal import Explorer
@testable internal import Futures

/// The last promise is released while observers are registered and withdrawn.
func dropping(threads: Int) -> Scenario {
  Scenario(
    "drop against register" + (threads > 2 ? " against weak reads" : ""),
    threads: threads
  ) { run in
    let promise = Promise<Int, any Error>()
    let future = promise.future
    let seen = Notes<Int>()
    let waiter = Observation(of: future.cell) { source, _ in
      expect(!source.isSuccess, "a promise that was dropped has a value")
      seen.add(1)
      return .none
    }
    run.thread { withExtendedLifetime(promise) {} }
    run.thread {
      future.on(.inline).onFailure { _ in seen.add(2) }
      future.on(.inline).onFailure { _ in seen.add(3) }
    }
    if threads > 2 { run.thread { waiter.end() } }
    run.finally {
      let all = seen.all.sorted()
      expect(all == [1, 2, 3] || (threads > 2 && all == [2, 3]), "who was called: \(all)")
    }
  }
}

/// The last promise and the last future are released while others hold the cell weakly.
///
/// The promise's cell stores its first observer, and calls the later ones after it.
func droppingAll() -> Scenario {
  Scenario("drop of everything against weak reads", threads: 3) { run in
    let seen = Notes<Int>()
    let promise = Promise<Int, any Error>()
    promise.future.on(.inline).onFailure { _ in seen.add(1) }
    promise.future.on(.inline).map { $0 }.on(.inline).onFailure { _ in seen.add(2) }
    let waiter = Observation(of: promise.future.cell) { _, _ in
      seen.add(3)
      return .none
    }
    let weakly = Weak(promise.future.cell)
    run.thread { withExtendedLifetime(promise) {} }
    run.thread { waiter.end() }
    run.thread {
      if let cell = weakly.object { _ = cell.isSettled }
    }
    run.finally {
      expect(seen.all == [1, 2, 3] || seen.all == [1, 2], "who was called: \(seen.all)")
    }
  }
}

/// A cell without a producer is released unsettled, with its first observer and later ones.
func abandoning() -> Scenario {
  Scenario("abandon against weak reads", threads: 2) { run in
    let seen = Notes<Int>()
    let cell: Cell = PromiseCell()
    let observer = Observer<Int> { seen.add($0) }
    cell.observe(
      on: .inline,
      cancellation: .never,
      ignoresFailure: true,
      closure: ErasedClosure(observer)
    ) { _, waiter in
      waiter.takeClosure(as: Observer<Int>.self).call(1)
      return .none
    }
    cell.observe(
      Cell(removableStep: { _, _ in
        seen.add(2)
        return .none
      })
    )
    let weakly = Weak(cell)
    run.thread { withExtendedLifetime(cell) {} }
    run.thread { if let cell = weakly.object { _ = cell.isSettled } }
    run.finally { expect(seen.all, is: [1, 2], "who was called") }
  }
}
