import Futures
import FuturesTesting
import TestSupport
import Testing

/// `retry` with an asynchronous closure: one task makes all attempts.
@Suite(.timeLimit(.minutes(10))) struct FutureRetryAsyncTests {
  private let clock = ManualClock()
  private let manual = ManualContext()
  private let works = Works()
  private let pauses = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))

  @Test func whatAnAttemptLeavesRunningIsCancelledBeforeTheNextOne() {
    let running = Log<Int>()
    let result = manual.capture {
      Future<Int, any Error>.retry { [works] attempt in
        running.add(works.running)
        _ = works.start()
        await Task.yield()
        if attempt < 3 { throw TestError.first }
        return attempt
      }
    }
    manual.runAll()
    #expect(result.currentValue == 3)
    #expect(running.all == [0, 0, 0])
    #expect(works.cancelled == 3)
  }

  @Test func whatAnAttemptLeavesRunningHasStoppedWhenTheResultSettles() {
    let running = Log<Int>()
    let result = manual.capture {
      Future<Int, any Error>.retry { [works] _ in
        _ = works.start()
        return 1
      }
    }
    result.onSuccess { [works] _ in running.add(works.running) }
    manual.runAll()
    #expect(running.all == [0])
  }

  /// An old attempt is never mistaken for the current one.
  @Test func aTaskThatOutlivesItsAttemptKeepsTheScopeOfIt() async throws {
    let (ended, seen) = (Promise<Void, Never>(), Promise<Bool, Never>())
    let result = Future<Int, any Error>.retry { attempt in
      if attempt == 1 {
        Task {
          await ended.future.value
          seen.succeed(CancellationToken.current.isCancelled)
        }
        throw TestError.first
      }
      ended.succeed()
      #expect(await seen.future.value)
      return attempt
    }
    #expect(try await result.value == 2)
  }

  @Test func anAttemptThatIgnoresCancellationDoesNotDelayTheResult() async {
    let (begun, release) = (Promise<Void, Never>(), Promise<Void, Never>())
    let ended = Promise<Bool, Never>()
    let attempts = Counter()
    let result = Future<Int, any Error>.retry { _ in
      attempts.add()
      begun.succeed()
      await release.future.value
      ended.succeed(Task.isCancelled)
      throw TestError.first
    }
    await begun.future.value
    result.cancel()
    #expect(result.currentError is CancellationError)
    release.succeed()
    #expect(await ended.future.value)
    #expect(attempts.value == 1)
  }

  @Test func cancellingTheResultCancelsWhatTheAttemptHasStarted() {
    let result = manual.capture {
      Future<Int, any Error>.retry { [works] _ in try await works.start().value }
    }
    manual.runAll()
    let running = Log<Int>()
    result.onSettled { [works] in running.add(works.running) }
    #expect(works.running == 1)
    result.cancel()
    #expect(running.all == [0])
    manual.runAll()
    #expect(works.started == 1)
  }

  @Test func cancellingTheTokenDuringAPauseRemovesTheTimerAndEndsTheTask() {
    let source = CancellationSource()
    var tracked = Optional(Tracked())
    let weak = WeakReference(tracked!)
    let result = manual.capture { [tracked] in
      Future<Int, any Error>.retry(pauses, clock: clock, cancellation: source.token) {
        _ async throws -> Int in
        tracked?.touch()
        throw TestError.first
      }
    }
    tracked = nil
    manual.runAll()
    #expect(clock.pendingTimers.count == 1)
    source.cancel()
    #expect(result.currentError is CancellationError)
    #expect(clock.pendingTimers.isEmpty)
    manual.runAll()
    #expect(weak.isGone)
  }

  @Test func aTimerThatFiresWhileItIsBeingMadeIsNotMissed() {
    let interrupted = InterruptedClock()
    interrupted.interruption.value = { interrupted.base.advance(by: .seconds(1)) }
    let result = manual.capture {
      Future<Int, any Error>.retry(pauses, clock: interrupted) { attempt in
        if attempt < 3 { throw TestError.first }
        return attempt
      }
    }
    manual.runAll()
    #expect(interrupted.base.pendingTimers.count == 1)
    interrupted.base.advance(by: .seconds(1))
    manual.runAll()
    #expect(result.currentValue == 3)
    #expect(interrupted.base.pendingTimers.isEmpty)
  }

  @Test func aTimerDoesNotOutliveARetryThatIsCancelledWhileItIsBeingMade() {
    let interrupted = InterruptedClock()
    let attempts = Counter()
    let result = manual.capture {
      Future<Int, any Error>.retry(pauses, clock: interrupted) { _ async throws -> Int in
        attempts.add()
        throw TestError.first
      }
    }
    interrupted.interruption.value = { result.cancel() }
    manual.runAll()
    #expect(result.currentError is CancellationError)
    #expect(interrupted.base.pendingTimers.isEmpty)
    #expect(attempts.value == 1)
  }

  /// A pause that never ends retains nothing, and can be cancelled.
  @Test func aPauseThatNeverEndsReleasesTheClosure() {
    var tracked = Optional(Tracked())
    let weak = WeakReference(tracked!)
    let policy = RetryPolicy(backoff: .constant(.seconds(Int64.max)))
    let result = manual.capture { [tracked] in
      Future<Int, any Error>.retry(policy) { _ async throws -> Int in
        tracked?.touch()
        throw TestError.first
      }
    }
    tracked = nil
    manual.runAll()
    #expect(weak.isGone)
    #expect(!result.isSettled)
    #expect(result.cancel())
  }

  @Test func thePolicyIsAskedOutsideOfTheScopeOfAnAttempt() {
    let cancelled = Log<Bool>()
    let policy = RetryPolicy(
      shouldRetry: { _, _ in
        cancelled.add(CancellationToken.current.isCancelled)
        return true
      }
    )
    let scope = CancellationSource()
    let result = withCancellationScope(linkedTo: scope.token) {
      manual.capture {
        Future<Int, any Error>.retry(policy) { attempt in
          if attempt < 3 { throw TestError.first }
          return attempt
        }
      }
    }
    manual.runAll()
    #expect(result.currentValue == 3)
    #expect(cancelled.all == [false, false])
  }

  /// If errors cannot represent cancellation, the result ignores the surrounding scope, but its
  /// attempts do not.
  @Test func attemptsOfAResultThatCannotBeCancelledRunInACancelledScope() {
    let scope = CancellationSource()
    let seen = Log<Bool>()
    let result = Box<Future<Int, TestError>?>(nil)
    let outer = withCancellationScope(linkedTo: scope.token) { () -> Future<Int, any Error> in
      result.value = manual.capture {
        Future<Int, TestError>.retry(pauses, clock: clock) { [works] attempt throws(TestError) in
          if attempt == 1 { _ = await works.start().result }
          seen.add(CancellationToken.current.isCancelled && Task.isCancelled)
          if attempt < 3 { throw .first }
          return attempt
        }
      }
      return .never
    }
    manual.runAll()
    scope.cancel()
    #expect(works.running == 0)
    manual.runAll()
    for _ in 1..<3 {
      clock.advance(by: .seconds(1))
      manual.runAll()
    }
    #expect(seen.all == [true, true, true])
    #expect(result.value?.currentValue == 3)
    outer.ignoringFailure()
  }

  @MainActor
  @Test func attemptsAfterAPauseRunWhereTheClosureIsWritten() async throws {
    let attempts = Counter()
    let result = Future<Int, any Error>.retry(pauses, clock: clock) { attempt in
      MainActor.assertIsolated()
      attempts.add()
      try await Task.sleep(for: .zero)
      if attempt < 3 { throw TestError.first }
      return attempt
    }
    try await clock.run(until: result)
    #expect(attempts.value == 3)
  }

  @Test func manyAttemptsThatFailAtOnceAreOneTask() async throws {
    let result = Future<Int, any Error>.retry(RetryPolicy(attempts: 100_000)) { attempt in
      if attempt < 100_000 { throw TestError.first }
      return attempt
    }
    #expect(try await result.value == 100_000)
  }
}
