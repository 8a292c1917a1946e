import Futures
import FuturesTesting
import TestSupport
import Testing

/// Work that captured code asks for, and that a timer outside of the capture starts.
@Suite(.timeLimit(.minutes(10)))
struct ManualContextTimerTests {
  let manual = ManualContext()
  let clock = ManualClock()
  let log = Log<String>()

  private func note(_ text: String) async -> Int {
    log.add(text)
    return log.count
  }

  /// Fires the timers of a second, and makes sure that they started one job of the context.
  private func passASecond(_ comment: Comment? = nil) {
    let count = log.count
    clock.advance(by: .seconds(1))
    #expect(manual.pendingCount == 1, comment)
    #expect(log.count == count, comment)
    manual.runAll()
  }

  @Test func anAsynchronousTransform() {
    let future = manual.capture {
      Future<Void, any Error>.after(.seconds(1), clock: clock).map { await note("mapped") }
    }
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func workAfterADebounce() {
    let latest = Latest<Int, any Error>()
    let future = manual.capture {
      latest.debounce(.seconds(1), clock: clock) { Future { await note("searched") } }
    }
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func anAsynchronousDebounce() {
    let latest = Latest<Int, any Error>()
    let future = manual.capture {
      latest.debounce(.seconds(1), clock: clock) { await note("searched") }
    }
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func anAsynchronousRescue() {
    let future = manual.capture {
      Future<Int, any Error>.never.timeout(.seconds(1), clock: clock)
        .recover { _ in await note("rescued") }
    }
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func aTaskThatSleepsInALoop() {
    let future = manual.capture {
      Future<Void, any Error> {
        while log.count < 2 {
          try await clock.sleep(for: .seconds(1))
          _ = await note("round")
        }
      }
    }
    manual.runAll()
    passASecond("first")
    passASecond("second")
    #expect(future.isSettled)
  }

  @Test func anAttemptAfterAPause() {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(1)))
    let future = manual.capture {
      Future<Int, any Error> {
        try await withRetry(policy, clock: clock) {
          let attempt = RetryPolicy.currentAttempt
          log.add("\(attempt)")
          guard attempt == 3 else { throw Refused() }
          return attempt
        }
      }
    }
    manual.runAll()
    passASecond("second")
    passASecond("third")
    #expect(log.all == ["1", "2", "3"])
    #expect(future.currentValue == 3)
  }

  @Test func aCallThatWaitedForALimit() {
    let limit = ConcurrencyLimit(1)
    let future = manual.capture { () -> Future<Int, any Error> in
      _ = limit.run { Future<Void, any Error>.after(.seconds(1), clock: clock) }
      return limit.run { await note("admitted") }
    }
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func anElementThatWaitedForAnother() {
    let future = manual.capture {
      [1, 2].traverse(maxConcurrent: 1) { number in
        Future<Void, any Error>.after(.seconds(1), clock: clock).map { await note("\(number)") }
      }
    }
    passASecond("first")
    passASecond("second")
    #expect(future.currentValue == [1, 2])
  }

  @Test func cleaningUpAfterATimeLimit() {
    let future = manual.capture {
      Future<Int, any Error>.never.timeout(.seconds(1), clock: clock)
        .finally { _ = await note("cleaned") }
    }
    passASecond()
    #expect(future.currentError is TimeoutError)
  }

  @Test func workWithATimeLimit() {
    let future = manual.capture {
      Future { try await withTimeout(.seconds(1), clock: clock) { await note("worked") } }
    }
    #expect(log.all.isEmpty)
    manual.runAll()
    #expect(future.currentValue == 1)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aTaskThatPauses() {
    let policy = RetryPolicy(attempts: 2, backoff: .constant(.seconds(1)))
    let future = manual.capture {
      Future {
        try await withRetry(policy, clock: clock) {
          let attempt = RetryPolicy.currentAttempt
          if attempt == 1 { throw Refused() }
          return await note("second")
        }
      }
    }
    manual.runAll()
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func workOfAnActorAfterADebounce() async {
    let searcher = Searcher()
    let future = await searcher.search(manual, clock, log)
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func aClosureOfAnActor() async {
    let searcher = Searcher()
    let future = await searcher.count(manual, clock)
    passASecond()
    #expect(future.currentValue == 1)
  }

  @Test func whatATransformStartsIfTheTimerFiresInACapture() {
    let future = manual.capture {
      Future<Void, any Error>.after(.seconds(1), clock: clock)
        .flatMap { Future { await note("started") } }
    }
    manual.capture { clock.advance(by: .seconds(1)) }
    #expect(manual.pendingCount == 1)
    manual.runAll()
    #expect(future.currentValue == 1)
  }
}

private actor Searcher {
  private let latest = Latest<Int, any Error>()
  private var searches = 0

  func search(
    _ manual: ManualContext,
    _ clock: ManualClock,
    _ log: Log<String>
  ) -> Future<Int, any Error> {
    manual.capture {
      latest.debounce(.seconds(1), clock: clock) {
        self.searches += 1
        log.add("searched")
        return Future(value: self.searches)
      }
    }
  }

  func count(_ manual: ManualContext, _ clock: ManualClock) -> Future<Int, any Error> {
    manual.capture {
      Future<Void, any Error>.after(.seconds(1), clock: clock).map {
        self.searches += 1
        return self.searches
      }
    }
  }
}
