import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct FutureRepeatWhileTests {
  @Test func repeatsForAsLongAsTheConditionHolds() {
    let rounds = Counter()
    let future = Future<Void, TestError>.repeatWhile(on: .inline, { rounds.value < 5 }) {
      rounds.add()
      return Future()
    }
    #expect(future.currentValue != nil)
    #expect(rounds.value == 5)
  }

  @Test func doesNothingIfTheConditionDoesNotHold() {
    let rounds = Counter()
    let future = Future<Void, TestError>.repeatWhile(on: .inline, { false }) {
      rounds.add()
      return Future()
    }
    #expect(future.currentValue != nil)
    #expect(rounds.value == 0)
  }

  @Test func waitsForEachRound() {
    let promises = (0..<3).map { _ in Promise<Void, TestError>() }
    let rounds = Counter()
    let future = Future<Void, TestError>.repeatWhile(on: .inline, { rounds.value < 3 }) {
      promises[rounds.add() - 1].future
    }
    for (index, promise) in promises.enumerated() {
      #expect(rounds.value == index + 1)
      #expect(!future.isSettled)
      promise.succeed()
    }
    #expect(future.currentValue != nil)
  }

  @Test func aFailureEndsTheLoop() {
    let rounds = Counter()
    let future = Future<Void, TestError>.repeatWhile(on: .inline, { true }) {
      rounds.add() == 3 ? Future(error: .third) : Future()
    }
    #expect(future.currentError == .third)
    #expect(rounds.value == 3)
  }

  @Test func aPendingRoundThatFailsEndsTheLoop() {
    let promise = Promise<Void, TestError>()
    let future = Future<Void, TestError>.repeatWhile(on: .inline, { true }) { promise.future }
    promise.fail(.second)
    #expect(future.currentError == .second)
  }

  @Test func aDroppedPromiseEndsTheLoop() {
    let future = Future<Void, any Error>.repeatWhile(on: .inline, { true }) {
      Promise<Void, any Error>().future
    }
    #expect(future.currentError is BrokenPromise)
  }

  @Test func whatTheClosuresThrowEndsTheLoop() {
    let condition = Future<Void, any Error>.repeatWhile(on: .inline, { throw TestError.first }) {
      Future()
    }
    #expect(condition.currentError as? TestError == .first)
    let body = Future<Void, any Error>.repeatWhile(on: .inline, { true }) {
      () throws -> Future<Int, any Error> in
      throw TestError.second
    }
    #expect(body.currentError as? TestError == .second)
  }

  @Test func manyRoundsThatSettleAtOnceTakeConstantStack() {
    let rounds = Counter()
    let future = Future<Void, TestError>
      .repeatWhile(on: .inline, { rounds.add() < 100_000 }) { Future() }
    #expect(future.currentValue != nil)
    #expect(rounds.value == 100_000)
  }

  @Test func manyRoundsThatSettleLaterTakeConstantStack() {
    let rounds = Counter()
    let gate = Box(Promise<Void, TestError>())
    let future = Future<Void, TestError>.repeatWhile(on: .inline, { rounds.value < 1000 }) {
      rounds.add()
      let promise = Promise<Void, TestError>()
      gate.value = promise
      return promise.future
    }
    for _ in 0..<1000 { gate.value.succeed() }
    #expect(future.currentValue != nil)
    #expect(rounds.value == 1000)
  }

  @Test func theTokenIsLookedAtBeforeEachRound() {
    let source = CancellationSource()
    let rounds = Counter()
    let future = Future<Void, any Error>
      .repeatWhile(on: .inline, cancellation: source.token, { true }) {
        if rounds.add() == 3 { source.cancel() }
        return Future()
      }
    #expect(future.currentError is CancellationError)
    #expect(rounds.value == 3)
  }

  @Test func cancellingTheTokenCancelsAtOnceWhileARoundIsPending() {
    let source = CancellationSource()
    let promise = Promise<Void, any Error>()
    let rounds = Counter()
    let future = Future<Void, any Error>
      .repeatWhile(on: .inline, cancellation: source.token, { true }) {
        rounds.add()
        return promise.future
      }
    source.cancel()
    #expect(future.currentError is CancellationError)
    promise.succeed()
    #expect(rounds.value == 1)
  }

  @Test func aTokenThatWasCancelledBeforeRunsNothing() {
    let source = CancellationSource()
    source.cancel()
    let calls = Counter()
    let future = Future<Void, any Error>
      .repeatWhile(on: .inline, cancellation: source.token, { calls.add() > 0 }) { Future() }
    #expect(future.currentError is CancellationError)
    #expect(calls.value == 0)
  }

  @Test func cancellingTheResultEndsTheLoop() {
    let promise = Promise<Void, any Error>()
    let rounds = Counter()
    let future = Future<Void, any Error>.repeatWhile(on: .inline, { true }) {
      rounds.add()
      return promise.future
    }
    #expect(future.cancel())
    promise.succeed()
    #expect(rounds.value == 1)
  }

  @Test func conditionAndBodyRunOnTheContext() {
    let manual = ManualContext()
    let rounds = Counter()
    let asked = Counter()
    let future = Future<Void, TestError>.repeatWhile(on: manual.context, { asked.add() < 3 }) {
      rounds.add()
      return Future()
    }
    #expect(asked.value == 0)
    for round in 1...2 {
      #expect(manual.runNext())
      #expect(rounds.value == round)
      #expect(!future.isSettled)
    }
    #expect(manual.runNext())
    #expect(future.currentValue != nil)
    #expect(rounds.value == 2)
  }

  @Test func aDroppedJobCancelsTheLoop() {
    let manual = ManualContext()
    let future = Future<Void, any Error>.repeatWhile(on: manual.context, { true }) { Future() }
    manual.runNext()
    manual.dropAll()
    #expect(future.currentError is CancellationError)
  }
}
