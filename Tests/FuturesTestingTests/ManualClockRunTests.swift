import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct ManualClockRunTests {
  let clock = ManualClock()

  @Test func movesFromTimerToTimer() throws {
    let times = Log<Duration>()
    let policy = RetryPolicy(attempts: 4, backoff: .exponential(initial: .seconds(1)))
    let manual = ManualContext()
    let result = manual.capture {
      Future { [clock] in
        try await withRetry(policy, clock: clock) {
          let attempt = RetryPolicy.currentAttempt
          times.add(clock.now.offset)
          if attempt < 4 { throw Refused(attempt: attempt) }
          return attempt
        }
      }
    }
    try clock.run(until: result, on: manual)
    #expect(result.currentValue == 4)
    #expect(times.all == [0, 1, 3, 7].map { .seconds($0) })
    #expect(clock.now.offset == .seconds(7))
  }

  @Test func aFutureThatHasSettledNeedsNoStep() throws {
    _ = clock.schedule(after: .zero) {}
    try clock.run(until: Future<Int, Never>(value: 1), within: .zero, maxSteps: 0)
    #expect(clock.pendingTimers.count == 1)
  }

  @Test func leavesLaterTimersAlone() throws {
    let fired = Log<Int>()
    for seconds in 1...3 { _ = clock.schedule(after: .seconds(seconds)) { fired.add(seconds) } }
    try clock.run(until: Future<Void, Never>.after(.seconds(2), clock: clock))
    #expect(fired.all == [1, 2])
    #expect(clock.now.offset == .seconds(2))
  }

  @Test func doesNotLookAtTheFailure() throws {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    try recorder.record {
      let late = Future<Int, Mine>.never.timeout(.seconds(1), clock: clock, orFail: Mine())
      try clock.run(until: late)
      #expect(late.isSettled)
    }
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
  }

  // MARK: Limits

  @Test func saysThatNothingIsScheduled() {
    let promise = Promise<Int, Refused>()
    let error = #expect(throws: ManualClock.Stalled.self) {
      try clock.run(until: promise.future)
    }
    #expect(error?.reason == .nothingIsScheduled)
    #expect(
      error?.description
        == "An outcome of Future<Int, Refused>(pending) did not occur: nothing is scheduled "
        + "that could cause it. The clock stands at 0.0 seconds; nothing is scheduled. Complete "
        + "the promise that it depends on, run the context that it waits for, or await the "
        + "asynchronous form if a task is running."
    )
  }

  @Test func stopsAtTheLimitOfTime() {
    for seconds in 5...13 { _ = clock.schedule(after: .seconds(seconds)) {} }
    let promise = Promise<Int, Refused>()
    let error = #expect(throws: ManualClock.Stalled.self) {
      try clock.run(until: promise.future, within: .seconds(6))
    }
    #expect(error?.reason == .timeLimit(duration: .seconds(6)))
    #expect(error?.now == .init(offset: .seconds(6)))
    #expect(error?.pendingTimers.count == 7)
    #expect(
      error?.description.contains(
        "still scheduled: timers due at 7.0 seconds, 8.0 seconds, 9.0 seconds, "
          + "10.0 seconds, 11.0 seconds and 2 more."
      ) == true
    )
  }

  @Test func stopsATimerThatComesBackForEver() {
    @Sendable func tick() { _ = clock.schedule(after: .zero) { tick() } }
    tick()
    let promise = Promise<Int, Refused>()
    let error = #expect(throws: ManualClock.Stalled.self) {
      try clock.run(until: promise.future, maxSteps: 100)
    }
    #expect(error?.reason == .stepLimit(count: 100))
  }

  @Test func stopsAJobThatComesBackForEver() {
    let manual = ManualContext()
    @Sendable func again() { manual.context { again() } }
    again()
    let promise = Promise<Int, Refused>()
    let error = #expect(throws: ManualClock.Stalled.self) {
      try clock.run(until: promise.future, on: manual, maxSteps: 100)
    }
    #expect(error?.reason == .stepLimit(count: 100))
    #expect(error?.pendingJobs == 1)
    #expect(error?.description.contains("still scheduled: 1 job.") == true)
  }

  // MARK: With a context

  @Test func jobsGoBeforeTimers() throws {
    let manual = ManualContext()
    let log = Log<String>()
    let late = Future<Void, Never>.after(.seconds(1), clock: clock)
    late.onSuccess { log.add("timer") }
    let result = Future<Int, Never>(value: 1)
      .on(manual.context).map { _ in log.add("first") }
      .on(manual.context).map { log.add("second") }
      .flatMap { late }
    try clock.run(until: result, on: manual)
    #expect(log.all == ["first", "second", "timer"])
  }

  /// The task is at work while the timer of its time limit is pending.
  @Test func aTimeLimitDoesNotFireWhileATaskIsAtWork() throws {
    let manual = ManualContext()
    let work = manual.capture {
      Future<Int, any Error> {
        for _ in 0..<100 { await Task.yield() }
        return 7
      }
    }
    let limited = work.timeout(.seconds(1), clock: clock)
    try clock.run(until: limited, on: manual)
    #expect(limited.currentValue == 7)
    #expect(clock.now.offset == .zero)
  }

  /// The second attempt is started by a timer.
  @Test func whatATimerStartsIsTakenOver() throws {
    let manual = ManualContext()
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)))
    let result = manual.capture {
      Future { [clock] in
        try await withRetry(policy, clock: clock) {
          Future<Int, any Error> {
            let attempt = RetryPolicy.currentAttempt
            if attempt == 1 { throw Refused(attempt: attempt) }
            for _ in 0..<100 { await Task.yield() }
            return attempt
          }
          .timeout(.seconds(5), clock: clock)
        }
      }
    }
    try clock.run(until: result, on: manual)
    #expect(result.currentValue == 2)
    #expect(clock.now.offset == .seconds(1))
  }
}

/// The form that waits.
@Suite(.timeLimit(.minutes(10)))
struct ManualClockRunAsyncTests {
  let clock = ManualClock()

  @Test func waitsForTheTimersOfATask() async throws {
    let result = Future<Duration, any Error> { [clock] in
      for seconds in 1...3 { try await clock.sleep(for: .seconds(seconds)) }
      return clock.now.offset
    }
    try await clock.run(until: result)
    #expect(result.currentValue == .seconds(6))
  }

  @Test func waitsForTheFutureItself() async throws {
    let start = Promise<Void, any Error>()
    let result = Future<Int, any Error> {
      try await start.future.value
      return 1
    }
    Task { start.succeed() }
    try await clock.run(until: result)
    #expect(result.currentValue == 1)
    #expect(clock.now.offset == .zero)
  }

  @Test func worksWithCapturedTasks() async throws {
    let manual = ManualContext()
    let result = manual.capture {
      Future<Int, any Error> { [clock] in
        try await clock.sleep(for: .seconds(3))
        return 1
      }
      .timeout(.seconds(5), clock: clock)
    }
    try await clock.run(until: result, on: manual)
    #expect(result.currentValue == 1)
    #expect(clock.now.offset == .seconds(3))
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func waitsForJobsOfOtherThreads() async throws {
    let manual = ManualContext()
    let promise = Promise<Int, any Error>()
    let doubled = promise.future.on(manual.context).map { $0 * 2 }
    Task.detached { promise.succeed(21) }
    try await clock.run(until: doubled, on: manual)
    #expect(doubled.currentValue == 42)
  }

  @Test @MainActor func theMainActorGoesFirst() async throws {
    let manual = ManualContext()
    let result = manual.capture { hops().timeout(.seconds(5), clock: clock) }
    try await clock.run(until: result, on: manual)
    #expect(result.currentValue == 20)
    #expect(clock.now.offset == .zero)
  }

  @Test func theMainActorGoesFirstAlsoInATestElsewhere() async throws {
    for _ in 0..<100 {
      let manual = ManualContext()
      let clock = ManualClock()
      let result = manual.capture { hops().timeout(.seconds(5), clock: clock) }
      try await clock.run(until: result, on: manual)
      #expect(result.currentValue == 20)
      #expect(clock.now.offset == .zero)
    }
  }

  @Test func givesUpWhenNothingHappens() async throws {
    let promise = Promise<Int, any Error>()
    let error = await #expect(throws: ManualClock.Stalled.self) {
      try await clock.run(until: promise.future, patience: .milliseconds(1))
    }
    #expect(error?.reason == .nothingHappens(within: .milliseconds(1)))
  }

  @Test func givesUpAtItsLimits() async throws {
    let promise = Promise<Int, any Error>()
    _ = clock.schedule(after: .seconds(5)) {}
    var error = await #expect(throws: ManualClock.Stalled.self) {
      try await clock.run(
        until: promise.future,
        within: .seconds(1),
        patience: .milliseconds(1)
      )
    }
    #expect(error?.reason == .timeLimit(duration: .seconds(1)))
    error = await #expect(throws: ManualClock.Stalled.self) {
      try await clock.run(until: promise.future, maxSteps: 0)
    }
    #expect(error?.reason == .stepLimit(count: 0))
  }

  @Test func canBeCancelled() async {
    let promise = Promise<Int, any Error>()
    let running = Task { [clock] in try await clock.run(until: promise.future) }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
  }
}

/// A task that goes to the main actor and back again and again.
private func hops() -> Future<Int, any Error> {
  Future {
    var count = 0
    for _ in 0..<20 { count = await next(count) }
    return count
  }
}

@MainActor
private func next(_ count: Int) -> Int {
  MainActor.assertIsolated()
  return count + 1
}
