import Dispatch
import Futures
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct FutureWaitTests {
  @Test func givesTheOutcomeOfASettledFuture() {
    #expect(Future<Int, TestError>(value: 1).wait() == .success(1))
    #expect(Future<Int, TestError>(error: .first).wait(timeout: .zero) == .failure(.first))
  }

  @Test func blocksUntilAnotherThreadCompletesTheFuture() {
    let promise = Promise<Int, TestError>()
    DispatchQueue.global().async { promise.succeed(2) }
    #expect(promise.future.wait() == .success(2))
  }

  @Test func givesNilWhenTheTimeIsUp() {
    let promise = Promise<Int, TestError>()
    #expect(promise.future.wait(timeout: .milliseconds(1)) == nil)
    #expect(promise.future.wait(timeout: .seconds(-1)) == nil)
    promise.succeed(3)
    #expect(promise.future.wait(timeout: .milliseconds(1)) == .success(3))
  }

  @Test func hearsOfACompletionAtTheSameTimeEvenAtTheDepthLimit() async {
    let rounds = 20_000
    let promises = (0..<rounds).map { _ in Promise<Int, TestError>() }
    let hasMissed = Box(false)
    await race(rounds: rounds) { round in
      nestToTheLimit {
        if hasMissed.value { return }
        let time = ContinuousClock().measure {
          #expect(promises[round].future.wait(timeout: .seconds(20)) == .success(round))
        }
        if time >= .seconds(20) { hasMissed.value = true }
      }
    } _: { round in
      promises[round].succeed(round)
    }
    #expect(!hasMissed.value)
  }

  @Test func runsTheDeferredWorkOfItsOwnThreadFirst() {
    // Completions beyond the nesting limit are deferred; one of them settles the future to wait
    // for.
    let outcome = Box<Result<Int, TestError>?>(nil)
    nestToTheLimit {
      let late = Promise<Int, TestError>()
      let trigger = Promise<Void, Never>()
      trigger.future.onSuccess { late.succeed(9) }
      trigger.succeed()
      #expect(!late.future.isSettled, "the depth limit is not where this test expects it")
      outcome.value = late.future.wait(timeout: .seconds(30))
    }
    #expect(outcome.value == .success(9))
  }

  @Test func theDeferredWorkOfAThreadRunsOutsideOfTheScopeThatWaits() {
    let seen = Box<CancellationToken?>(nil)
    let result = Box<Future<Int, TestError>>(.never)
    nestToTheLimit {
      let late = Promise<Int, TestError>()
      let trigger = Promise<Void, Never>()
      trigger.future.onSuccess {
        seen.value = .current
        late.succeed(9)
      }
      trigger.succeed()
      result.value = withCancellationScope { () -> Future<Int, TestError> in
        #expect(late.future.wait(timeout: .seconds(30)) == .success(9))
        return late.future
      }
    }
    #expect(result.value.currentValue == 9)
    #expect(seen.value?.isCancelled == false, "the scope is cancelled at its end")
  }
}
