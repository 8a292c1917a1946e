@testable import Futures
import TestSupport
import Testing

/// A thread keeps the waiter of an await that has ended, and reuses it for the next one.
struct TaskWaiterTests {
  @Test func aWaiterIsUsedAgain() {
    for _ in 0..<3 {
      let waiter = TaskWaiter.make()
      #expect(!waiter.isOver)
      let address = Unmanaged.passUnretained(waiter).toOpaque()
      TaskWaiter.keep(consume waiter)
      var kept: UnsafeMutableRawPointer?
      ThreadState.withCurrent { thread in
        kept = thread.spareWaiter.map { Unmanaged.passUnretained($0).toOpaque() }
      }
      #expect(kept == address)
      #expect(Unmanaged.passUnretained(TaskWaiter.make()).toOpaque() == address)
    }
  }

  @Test func aWaiterThatIsStillReferencedIsNotUsedAgain() {
    let waiter = TaskWaiter.make()
    TaskWaiter.keep(waiter)
    #expect(TaskWaiter.make() !== waiter)
  }

  @Test func aWithdrawnWaiterIsNotUsedAgainWhileItIsInAList() async {
    let promise = Promise<Int, any Error>()
    let waiting = Task { try await promise.future.value }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let next = Promise<Int, any Error>()
    async let value = next.future.value
    promise.succeed(1)
    next.succeed(2)
    #expect(await (try? value) == 2)
  }

  @Test func cancelledWaitersDoNotPileUp() async {
    let cell = Cell()
    let waiters = Box<[Weak<TaskWaiter>]>([])
    for _ in 0..<1_000 {
      await withUnsafeContinuation { continuation in
        let waiter = TaskWaiter()
        waiters.value.append(Weak(waiter))
        waiter.resume(continuation, after: cell)
        waiter.cancel(cell)
      }
    }
    #expect(waiters.value.filter { $0.object != nil }.count < 20)
    #expect(!cell.isSettled)
  }

  @Test func awaitsInTurnEachReturnTheirOwnOutcome() async {
    for round in 0..<100 {
      let promise = Promise<Int, any Error>()
      async let value = try? promise.future.value
      async let outcome = promise.future.result
      if round % 3 == 0 { promise.fail(TestError.first) } else { promise.succeed(round) }
      let expected = round % 3 == 0 ? nil : round
      #expect(await value == expected)
      #expect(await (try? outcome.get()) == expected)
    }
  }
}
