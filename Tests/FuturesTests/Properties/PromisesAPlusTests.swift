import Futures
import FuturesTesting
import Testing
import TestSupport

/// The rules of Promises/A+ 1.1 that make sense for futures with types.
///
/// `then` is `map` or `flatMap` for values, `recover` or `flatMapError` for failures, and
/// `mapResult` or `flatMapResult` for both. These rules do not apply:
///
/// - 2.2.1 and 2.2.5, handlers that are no functions, and their `this`: the compiler refuses the
///   former, and Swift has no counterpart of the latter.
/// - 2.2.4, handlers run only when the stack holds platform code: a closure runs where it is
///   written, inline in nonisolated code. A context such as `.main` keeps the rule, which
///   ``aContextRunsNoHandlerInTheCall()`` checks.
/// - 2.3.3 and 2.3.4, which look for a `then` in any value: a closure of `flatMap` returns a
///   future, and one of `map` a value, which is never unwrapped.
@Suite struct PromisesAPlusTests {
  typealias Node = Future<Int, any Error>

  enum Timing: CaseIterable, Sendable { case settledBefore, settledLater }

  /// Calls `check` with a future and a closure that settles it if it has not settled.
  private func settle(
    _ result: Result<Int, any Error>,
    _ timing: Timing,
    _ check: (_ future: Node, _ settle: () -> Void) -> Void
  ) {
    let promise = Promise<Int, any Error>()
    promise.future.ignoringFailure()
    switch timing {
    case .settledBefore:
      promise.complete(result)
      check(promise.future) {}
    case .settledLater: check(promise.future) { promise.complete(result) }
    }
  }

  // MARK: 2.1 States

  @Test func rule2_1_1_aPendingPromiseMaySettle() {
    for result in [Result<Int, any Error>.success(1), .failure(TestError.first)] {
      let promise = Promise<Int, any Error>()
      #expect(!promise.future.isSettled)
      promise.complete(result)
      #expect(promise.future.currentValue == (try? result.get()))
      #expect((promise.future.currentError == nil) == (promise.future.currentValue != nil))
    }
  }

  @Test func rule2_1_2_aFulfilledPromiseNeverChanges() {
    let promise = Promise<Int, any Error>()
    promise.succeed(1)
    #expect(!promise.succeed(2))
    #expect(!promise.fail(TestError.first))
    #expect(!promise.complete(with: Node(value: 3)))
    #expect(!promise.future.cancel())
    #expect(promise.future.currentValue == 1)
  }

  @Test func rule2_1_3_aRejectedPromiseNeverChanges() {
    let promise = Promise<Int, any Error>()
    promise.fail(TestError.first)
    #expect(!promise.succeed(2))
    #expect(!promise.fail(TestError.second))
    #expect(!promise.complete(with: Node(value: 3)))
    #expect(!promise.future.cancel())
    #expect(promise.future.currentError as? TestError == .first)
  }

  // MARK: 2.2 Then

  @Test(arguments: Timing.allCases)
  func rule2_2_2_aHandlerOfValuesIsCalledOnceWithTheValueAndNotBefore(_ timing: Timing) {
    settle(.success(7), timing) { future, settle in
      let calls = Log<Int>()
      _ = future.map { calls.add($0) }
      if timing == .settledLater { #expect(calls.all.isEmpty) }
      settle()
      settle()
      #expect(calls.all == [7])
    }
    settle(.failure(TestError.first), timing) { future, settle in
      let calls = Counter()
      future.map { _ in calls.add() }.ignoringFailure()
      settle()
      #expect(calls.value == 0)
    }
  }

  @Test(arguments: Timing.allCases)
  func rule2_2_3_aHandlerOfErrorsIsCalledOnceWithTheErrorAndNotBefore(_ timing: Timing) {
    settle(.failure(TestError.first), timing) { future, settle in
      let calls = Log<TestError?>()
      _ = future.recover { error -> Int in
        calls.add(error as? TestError)
        return 0
      }
      if timing == .settledLater { #expect(calls.all.isEmpty) }
      settle()
      settle()
      #expect(calls.all == [.first])
    }
    settle(.success(7), timing) { future, settle in
      let calls = Counter()
      _ = future.recover { _ -> Int in calls.add() }
      settle()
      #expect(calls.value == 0)
    }
  }

  /// Rule 2.2.4, where you ask for it.
  @Test(arguments: Timing.allCases)
  func aContextRunsNoHandlerInTheCall(_ timing: Timing) {
    settle(.success(7), timing) { future, settle in
      let manual = ManualContext()
      let calls = Counter()
      future.on(manual.context).onSuccess { _ in calls.add() }
      settle()
      #expect(calls.value == 0)
      manual.runAll()
      #expect(calls.value == 1)
    }
  }

  @Test(arguments: Timing.allCases)
  func rule2_2_6_handlersRunInTheOrderOfTheirRegistration(_ timing: Timing) {
    for result in [Result<Int, any Error>.success(1), .failure(TestError.first)] {
      settle(result, timing) { future, settle in
        let order = Log<Int>()
        // A handler that throws does not prevent others from running.
        _ = future.mapResult(on: .inline) { _ throws(any Error) -> Int in
          order.add(0)
          throw TestError.second
        }
        .ignoringFailure()
        future.onComplete { _ in
          order.add(1)
          future.onComplete { _ in order.add(timing == .settledLater ? 2 : 3) }
        }
        _ = future.mapResult(on: .inline) { _ in order.add(timing == .settledLater ? 3 : 4) }
        settle()
        #expect(order.all.first == 0)
        #expect(order.all.sorted() == order.all)
        #expect(order.count == 4)
      }
    }
  }

  @Test(arguments: Timing.allCases)
  func rule2_2_7_1_whatAHandlerReturnsIsTheValue(_ timing: Timing) {
    settle(.success(7), timing) { future, settle in
      let next = future.map { $0 + 1 }
      settle()
      #expect(next.currentValue == 8)
    }
    settle(.failure(TestError.first), timing) { future, settle in
      let next = future.recover { _ in 9 }
      settle()
      #expect(next.currentValue == 9)
    }
  }

  @Test(arguments: Timing.allCases)
  func rule2_2_7_2_whatAHandlerThrowsIsTheError(_ timing: Timing) {
    settle(.success(7), timing) { future, settle in
      let next = future.map { _ throws -> Int in throw TestError.second }
      settle()
      #expect(next.currentError as? TestError == .second)
    }
    settle(.failure(TestError.first), timing) { future, settle in
      let next = future.recover { _ throws(TestError) -> Int in throw .second }
      settle()
      #expect(next.currentError == .second)
    }
  }

  @Test(arguments: Timing.allCases)
  func rule2_2_7_3_withoutAHandlerTheValuePassesBy(_ timing: Timing) {
    settle(.success(7), timing) { future, settle in
      let next = future.recover { _ in 0 }
      settle()
      #expect(next.currentValue == 7)
    }
  }

  @Test(arguments: Timing.allCases)
  func rule2_2_7_4_withoutAHandlerTheErrorPassesBy(_ timing: Timing) {
    settle(.failure(TestError.first), timing) { future, settle in
      let next = future.map { $0 + 1 }
      settle()
      #expect(next.currentError as? TestError == .first)
    }
  }

  // MARK: 2.3 Resolution

  @Test(arguments: Timing.allCases)
  func rule2_3_1_aPromiseResolvedWithItselfFails(_ timing: Timing) {
    settle(.success(7), timing) { future, settle in
      let own = Box<Node?>(nil)
      // The closure runs on a context, so that the variable exists by then.
      let manual = ManualContext()
      let next = future.on(manual.context).flatMap { _ in own.value ?? Node(value: 0) }
      own.value = next
      settle()
      manual.runAll()
      #expect((next.currentError as? BrokenPromise)?.reason == .selfResolution)
    }
    let promise = Promise<Int, any Error>()
    promise.complete(with: promise.future)
    #expect((promise.future.currentError as? BrokenPromise)?.reason == .selfResolution)
  }

  @Test(arguments: Timing.allCases, Timing.allCases)
  func rule2_3_2_aPromiseAdoptsTheStateOfTheOneReturned(_ outer: Timing, _ inner: Timing) {
    for result in [Result<Int, any Error>.success(5), .failure(TestError.third)] {
      settle(result, inner) { returned, settleInner in
        settle(.success(7), outer) { future, settle in
          let next = future.flatMap { _ in returned }
          settle()
          #expect(next.isSettled == (inner == .settledBefore))
          settleInner()
          #expect(next.currentValue == (try? result.get()))
          #expect((next.currentError as? TestError) == (next.currentValue == nil ? .third : nil))
        }
        settle(.failure(TestError.first), outer) { future, settle in
          let next = future.flatMapError { _ in returned }
          settle()
          settleInner()
          #expect(next.currentValue == (try? result.get()))
          #expect((next.currentError as? TestError) == (next.currentValue == nil ? .third : nil))
        }
      }
    }
  }

  /// Rule 2.3.3 with types: `flatMap` unwraps a future once.
  @Test func aFutureIsAValueLikeAnyOther() {
    let nested = Future<Node, any Error>(value: Node(value: 2))
    #expect(nested.currentValue?.currentValue == 2)
    #expect(nested.flatMap { $0 }.currentValue == 2)
  }
}
