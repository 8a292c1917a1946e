internal import Explorer
@testable internal import Futures

/// A token is cancelled and reaches its observers late, while a scope with it is created that
/// nobody keeps.
func startingAScope() -> Scenario {
  Scenario("cancel by token against start of a scope", threads: 2) { run in
    let source = CancellationSource()
    let token = source.token
    let ends = Notes<Bool>()
    let settled = Future<Int, any Error>(value: 1)
    run.thread { source.cancel() }
    run.thread {
      settled.on(.inline).flatMap { _ in
        withCancellationScope(linkedTo: token) { Future<Int, any Error>(value: 7) }
      }
      .on(.inline).onComplete { ends.add($0.isCancelled) }
    }
    run.finally { expect(ends.all.count, is: 1, "ends of the future") }
  }
}
