import Dispatch
import Futures
import Testing
import TestSupport

/// A step that hops may be done on the other thread before it returns on the current one.
@Suite(.serialized) struct HopRaceTests {
  @Test func flatMapRecursionOverAQueue() {
    let queue = ExecutionContext.queue(DispatchQueue(label: "recursion"))
    @Sendable func count(_ left: Int) -> Future<Int, any Error> {
      left == 0 ? Future(value: 7) : Future(value: left).on(queue).flatMap { count($0 - 1) }
    }
    #expect((try? count(StressSize.rounds).wait()?.get()) == 7)
  }

  @Test func chainsOverAQueueThatIsFasterThanTheirMaker() {
    let queue = ExecutionContext.queue(DispatchQueue(label: "chains"))
    var ends: [Future<Int, any Error>] = []
    for round in 0..<StressSize.rounds / 10 {
      let start = Future<Int, any Error>(value: round)
      ends.append(start.on(queue).map { $0 + 1 }.on(queue).flatMap { Future(value: $0 + 1) })
    }
    for (round, end) in ends.enumerated() { #expect((try? end.wait()?.get()) == round + 2) }
  }

  /// The façades' steps hop themselves: the derived future may already wait for the inner one when
  /// its step returns.
  @Test func innerFuturesThatAreFoundBeforeTheStepReturns() {
    let queue = DispatchQueue(label: "turns")
    let context: ContextClosure = { task in queue.async { task() } }
    let inner = Promise<Int, any Error>()
    let ends = (0..<StressSize.rounds / 10).map { round in
      Future<Int, any Error>(value: round).flatMapResultInTurn(on: context) { _ in inner.future }
    }
    queue.sync {}
    inner.succeed(7)
    for end in ends { #expect((try? end.wait()?.get()) == 7) }
  }
}
