import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct LimitExceededTests {
  private let clock = ManualClock()
  private let manual = ManualContext()

  // MARK: A full line

  @Test func aCallThatFindsTheLineFullFailsAtOnce() async throws {
    let limit = ConcurrencyLimit(1, maxWaiting: 1)
    let promise = Promise<Int, any Error>()
    let running = limit.run { promise.future }
    let waiting = limit.run { promise.future }
    let refused = limit.run { promise.future }
    #expect(refused.currentError is LimitExceeded)
    #expect("\(LimitExceeded())".hasSuffix("Try again later."))
    let refusedTask = limit.run { try await promise.future.value }
    #expect(refusedTask.currentError is LimitExceeded)
    await #expect(throws: LimitExceeded.self) { try await limit.withPermit { 1 } }
    #expect(limit.waitingCount == 1)
    promise.succeed(1)
    #expect(running.currentValue == 1 && waiting.currentValue == 1)
    #expect(try await limit.withPermit { 2 } == 2)
  }

  @Test func aCallWhoseErrorTypeCannotHoldItWaits() {
    let limit = ConcurrencyLimit(1, maxWaiting: 0, maxWait: .seconds(1), clock: clock)
    let promise = Promise<Int, TestError>()
    let calls = (0..<3).map { _ in limit.run { promise.future } }
    #expect(limit.waitingCount == 2)
    #expect(clock.pendingTimers.isEmpty)
    promise.succeed(1)
    #expect(calls.map(\.currentValue) == [1, 1, 1])
  }

  @Test(arguments: [0, -1]) func withoutALineACallFailsUnlessThereIsRoom(_ maxWaiting: Int) {
    let limit = ConcurrencyLimit(1, maxWaiting: maxWaiting)
    let promise = Promise<Int, any Error>()
    _ = limit.run { promise.future }
    #expect(limit.run { promise.future }.currentError is LimitExceeded)
    promise.succeed(1)
    #expect(limit.run { promise.future }.currentValue == 1)
  }

  @Test func aCallThatIsCancelledMakesRoomInTheLine() {
    let limit = ConcurrencyLimit(1, maxWaiting: 1)
    let promise = Promise<Int, any Error>()
    _ = limit.run { promise.future }
    let forms: [@Sendable () -> Future<Int, any Error>] = [
      { limit.run { promise.future } },
      { limit.run { try await promise.future.value } },
      { Future { try await limit.withPermit { 1 } } },
    ]
    for start in forms {
      let waiting = manual.capture { start() }
      manual.runAll()
      #expect(limit.waitingCount == 1)
      waiting.cancel()
      manual.runAll()
      #expect(limit.waitingCount == 0)
    }
    let next = limit.run { promise.future }
    promise.succeed(2)
    #expect(next.currentValue == 2)
  }

  // MARK: Calls that have waited too long

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func withoutTimeToWaitACallFailsUnlessThereIsRoom(_ maxWait: Duration) {
    let limit = ConcurrencyLimit(1, maxWait: maxWait, clock: clock)
    let promise = Promise<Int, any Error>()
    let running = limit.run { promise.future }
    let late = limit.run { promise.future }
    clock.advance(by: .zero)
    #expect(late.currentError is LimitExceeded)
    #expect(limit.waitingCount == 0)
    promise.succeed(1)
    #expect(running.currentValue == 1)
  }

  /// It has left before it learns that, and may try again.
  @Test func aLateCallFindsRoomInTheLine() {
    let limit = ConcurrencyLimit(1, maxWaiting: 1, maxWait: .seconds(1), clock: clock)
    let promise = Promise<Int, any Error>()
    _ = limit.run { promise.future }
    let again = limit.run { promise.future }
      .on(.inline).flatMapError { _ in limit.run { promise.future } }
    clock.advance(by: .seconds(1))
    #expect(!again.isSettled)
    #expect(limit.waitingCount == 1)
    promise.succeed(1)
    #expect(again.currentValue == 1)
  }

  @Test func aCallThatWaitsTooLongFails() throws {
    let limit = ConcurrencyLimit(1, maxWait: .seconds(1), clock: clock)
    let promise = Promise<Int, any Error>()
    let (starts, running) = (Counter(), limit.run { promise.future })
    let calls = manual.capture {
      [
        limit.run { () -> Future<Int, any Error> in
          starts.add()
          return promise.future
        },
        limit.run { () async throws -> Int in
          starts.add()
          return 1
        },
        Future {
          try await limit.withPermit {
            starts.add()
            return 1
          }
        },
      ]
    }
    manual.runAll()
    #expect(limit.waitingCount == 3)
    clock.advance(by: .milliseconds(999))
    manual.runAll()
    #expect(calls.allSatisfy { !$0.isSettled })
    clock.advance(by: .milliseconds(1))
    manual.runAll()
    #expect(calls.allSatisfy { $0.currentError is LimitExceeded })
    #expect(limit.waitingCount == 0)
    promise.succeed(1)
    manual.runAll()
    #expect(running.currentValue == 1)
    #expect(starts.value == 0)
    #expect(limit.runningCount == 0)
  }

  @Test func aCallThatGetsItsTurnOrLeavesHasNoTimer() {
    let limit = ConcurrencyLimit(1, maxWait: .seconds(1), clock: clock)
    let promise = Promise<Int, any Error>()
    _ = limit.run { promise.future }
    let calls = manual.capture {
      [
        limit.run { Future<Int, any Error>(value: 1) },
        limit.run { () async throws -> Int in 2 },
        Future { try await limit.withPermit { 3 } },
        limit.run { Future<Int, any Error>(value: 4) },
        limit.run { () async throws -> Int in 5 },
        Future { try await limit.withPermit { 6 } },
      ]
    }
    manual.runAll()
    #expect(clock.pendingTimers.count == 6)
    for call in calls[3...] { call.cancel() }
    manual.runAll()
    #expect(clock.pendingTimers.count == 3)
    promise.succeed(0)
    manual.runAll()
    #expect(clock.pendingTimers.isEmpty)
    #expect(calls[..<3].map(\.currentValue) == [1, 2, 3])
    clock.advance(by: .seconds(2))
    #expect(limit.runningCount == 0)
  }

  // MARK: Overload

  /// Two permits for work of 10 ms, and calls of 200 ms that arrive every 2.5 ms for three seconds:
  /// 600 of the 1,200 can be answered.
  private func answers(under limit: ConcurrencyLimit) throws -> (answered: Int, started: Int) {
    let (answered, started) = (Counter(), Counter())
    let all = manual.capture { [clock] in
      (0..<1_200)
        .map { number in
          Future<Void, any Error> {
            try await clock.sleep(for: .microseconds(2_500) * number)
            do {
              try await withTimeout(.milliseconds(200), clock: clock) {
                try await limit.withPermit {
                  started.add()
                  try await clock.sleep(for: .milliseconds(10))
                }
              }
              answered.add()
            } catch is TimeoutError {
            } catch is LimitExceeded {}
          }
        }
        .all()
    }
    try clock.run(until: all, on: manual, maxSteps: 1_000_000)
    _ = try #require(all.currentValue)
    return (answered.value, started.value)
  }

  @Test func aLineWithoutEndServesCallsThatGiveUp() throws {
    let (answered, started) = try answers(under: ConcurrencyLimit(2))
    #expect(answered < 120 && started > 550, "\(answered) of \(started)")
  }

  @Test(arguments: [(4, nil), (.max, Duration.milliseconds(50))])
  func aBoundedLineAnswersWhatItCan(_ maxWaiting: Int, _ maxWait: Duration?) throws {
    let limit = ConcurrencyLimit(2, maxWaiting: maxWaiting, maxWait: maxWait, clock: clock)
    let (answered, started) = try answers(under: limit)
    #expect(answered > 570 && started == answered, "\(answered) of \(started)")
  }
}
