import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct TimeoutOfWorkTests {
  private let works = Works()
  private let clock = ManualClock()

  @Test func aTimeOutStopsTheWork() {
    let result = Future.timeout(.seconds(1), clock: clock) { [works] in
      works.start().map { $0 }.flatMap { Future(value: $0) }
    }
    clock.advance(by: .milliseconds(999))
    #expect(works.running == 1)
    clock.advance(by: .milliseconds(1))
    #expect(result.currentError is TimeoutError)
    #expect(works.running == 0)
  }

  @Test func workInTimeKeepsItsOutcomeAndTheTimerGoes() {
    let result = Future.timeout(.seconds(1), clock: clock) { [works] () -> Future<Int, any Error> in
      _ = works.start()
      return works.start()
    }
    works.succeed(1, with: 7)
    #expect(result.currentValue == 7)
    #expect(works.cancelled == 1)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func anErrorOfYourOwn() {
    let result = Future<Int, TestError>.timeout(.seconds(1), clock: clock, orFail: .second) {
      [works] in
      works.start().mapError { _ in TestError.first }
    }
    clock.advance(by: .seconds(1))
    #expect(result.currentError == .second)
    #expect(works.running == 0)
  }

  @Test func whatIsSharedGoesOn() {
    let shared = works.start()
    let result = Future.timeout(.seconds(1), clock: clock) { shared.map { $0 } }
    clock.advance(by: .seconds(1))
    #expect(result.currentError is TimeoutError)
    #expect(!shared.isSettled)
  }

  @Test func insideOfRetryOneAttemptRunsAtATime() {
    let most = Box(0)
    let result = Future.retry(RetryPolicy(attempts: 5)) { [works, clock] _ in
      Future.timeout(.seconds(1), clock: clock) {
        let work = works.start()
        most.value = max(most.value, works.running)
        return work.map { $0 }
      }
    }
    for _ in 0..<5 { clock.advance(by: .seconds(1)) }
    #expect(result.currentError is TimeoutError)
    #expect(works.started == 5)
    #expect(most.value == 1)
    #expect(works.running == 0)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func cancellingTheResultStopsTheWorkAndTheTimer() {
    let result = Future.timeout(.seconds(1), clock: clock) { [works] in works.start().map { $0 } }
    result.cancel()
    #expect(works.running == 0)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func theTokenStopsTheWorkOfAClosureWithoutAContext() {
    let source = CancellationSource()
    let token = source.token
    let results = [
      Future.timeout(.seconds(1), clock: clock, cancellation: token) { [works] in works.start() },
      Future<Int, any Error>.timeout(
        .seconds(1),
        clock: clock,
        cancellation: token,
        orFail: TestError.first
      ) { [works] in works.start() },
    ]
    #expect(works.running == 2)
    source.cancel()
    #expect(results.allSatisfy { $0.currentError is CancellationError })
    #expect(works.running == 0)
  }

  @Test func theTokenStopsTheWork() {
    let source = CancellationSource()
    let manual = ManualContext()
    let result = Future.timeout(
      .seconds(1),
      clock: clock,
      on: manual.context,
      cancellation: source.token
    ) { [works] in works.start().map { $0 } }
    manual.runAll()
    #expect(works.running == 1)
    source.cancel()
    #expect(result.currentError is CancellationError)
    #expect(works.running == 0)
  }

  @Test func whatTheClosureThrowsFailsTheResult() {
    let result = Future.timeout(.seconds(1), clock: clock) { [works] () throws in
      if works.started == 0 { throw TestError.first }
      return works.start()
    }
    #expect(result.currentError as? TestError == .first)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aClosureThatHasNotStartedInTimeDoesNotRun() {
    let manual = ManualContext()
    let result = Future.timeout(.seconds(1), clock: clock, on: manual.context) { [works] in
      works.start()
    }
    clock.advance(by: .seconds(1))
    manual.runAll()
    #expect(result.currentError is TimeoutError)
    #expect(works.running == 0)
  }
}
