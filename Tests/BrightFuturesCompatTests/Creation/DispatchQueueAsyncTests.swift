import BrightFuturesCompat
import Dispatch
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct DispatchQueueAsyncTests {
  @Test func asyncValueRunsOnTheQueueAndCannotFail() async {
    let marked = MarkedQueue()
    let value: Future<Bool, Never> = marked.queue.asyncValue { marked.isCurrent }
    #expect(await value.get())
  }

  @Test func asyncResultGivesTheResultOfItsClosure() async throws {
    let marked = MarkedQueue()
    let good = marked.queue.asyncResult { Result<Bool, Oops>.success(marked.isCurrent) }
    #expect(try await good.get())
    let bad = DispatchQueue.global().asyncResult { Result<Int, Oops>.failure(.first) }
    await #expect(throws: Oops.first) { try await bad.get() }
  }

  @Test func asyncValueAfterWaitsForTheDeadline() async {
    let start = DispatchTime.now()
    let time = await DispatchQueue.global()
      .asyncValueAfter(start + .milliseconds(20)) { DispatchTime.now() }.get()
    #expect(time >= start + .milliseconds(20))
  }
}
