import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct ManualContextTests {
  let manual = ManualContext()
  let log = Log<Int>()

  private func submit(_ numbers: ClosedRange<Int>) {
    for number in numbers { manual.context { [log] in log.add(number) } }
  }

  @Test func keepsJobsUntilTheyAreRun() {
    submit(1...3)
    #expect(log.all.isEmpty)
    #expect(manual.pendingCount == 3)
    #expect(manual.runNext())
    #expect(log.all == [1])
    #expect(manual.runAll() == 2)
    #expect(log.all == [1, 2, 3])
    #expect(manual.isEmpty)
    #expect(!manual.runNext())
    #expect(manual.runAll() == 0)
  }

  @Test func keepsTheOrderOfManyJobs() {
    submit(1...500)
    for _ in 1...200 { manual.runNext() }
    submit(501...1_000)
    #expect(manual.runAll() == 800)
    #expect(log.all == Array(1...1_000))
  }

  @Test func runsJobsThatJobsSubmit() {
    let (context, log) = (manual.context, log)
    context {
      context { log.add(2) }
      log.add(1)
    }
    #expect(manual.runAll() == 2)
    #expect(log.all == [1, 2])
  }

  @Test func runAllStopsAtItsLimit() {
    let context = manual.context
    @Sendable func again() { context { again() } }
    again()
    #expect(manual.runAll(limit: 1_000) == 1_000)
    #expect(manual.pendingCount == 1)
    manual.dropAll()
  }

  @Test func runsOutOfOrder() {
    submit(1...4)
    manual.runNext()
    #expect(manual.run(at: 1))
    #expect(!manual.run(at: 2))
    #expect(!manual.run(at: -1))
    manual.runAll()
    #expect(log.all == [1, 3, 2, 4])
  }

  @Test func aTransformWaitsForItsContext() {
    let source = Promise<Int, any Error>()
    let doubled = source.future.on(manual.context).map { $0 * 2 }
    source.succeed(21)
    #expect(!doubled.isSettled)
    manual.runAll()
    #expect(doubled.currentValue == 42)
  }

  @Test func canBeTheDefault() {
    let work = ExecutionContext.withDefault(manual.context) {
      Future<Int, Never> { () throws(Never) -> Int in 42 }
    }
    #expect(work.currentValue == nil)
    #expect(manual.runAll() == 1)
    #expect(work.currentValue == 42)
  }

  // MARK: Dropping

  @Test func droppedJobsCancelWhoWaitsForThem() {
    let doubled = Future<Int, any Error>(value: 21).on(manual.context).map { $0 * 2 }
    let tripled = Future<Int, any Error>(value: 14).on(manual.context).map { $0 * 3 }
    #expect(manual.dropAll() == 2)
    #expect(doubled.currentError is CancellationError)
    #expect(tripled.currentError is CancellationError)
    #expect(manual.isEmpty)
  }

  @Test func dropsOneJob() {
    submit(1...3)
    #expect(manual.drop(at: 1))
    #expect(!manual.drop(at: 2))
    manual.runAll()
    #expect(log.all == [1, 3])
  }

  @Test func droppingLeavesWhatComesMeanwhile() {
    let (context, log) = (manual.context, log)
    Future<Int, any Error>(value: 1).on(context).map { $0 }
      .onSettled { context { log.add(9) } }
    #expect(manual.dropAll() == 1)
    #expect(manual.runAll() == 1)
    #expect(log.all == [9])
  }

  @Test func jobsAreReleasedOnceTheyRanOrWereDropped() {
    var ran: Tracked? = Tracked()
    var dropped: Tracked? = Tracked()
    weak let watchedRan = ran
    weak let watchedDropped = dropped
    manual.context { [ran] in withExtendedLifetime(ran) {} }
    manual.context { [dropped] in withExtendedLifetime(dropped) {} }
    (ran, dropped) = (nil, nil)
    manual.runNext()
    #expect(watchedRan == nil)
    #expect(watchedDropped != nil)
    manual.dropAll()
    #expect(watchedDropped == nil)
  }

  @Test func theQueueGoesWithTheLastReference() {
    var short: ManualContext? = ManualContext("short")
    let doubled = Future<Int, any Error>(value: 21).on(short?.context ?? .inline).map { $0 * 2 }
    #expect(doubled.currentError == nil)
    short = nil
    #expect(doubled.currentError is CancellationError)
  }

  // MARK: Waiting

  @Test func waitsForJobsOfAnotherTask() async throws {
    let (context, log) = (manual.context, log)
    Task.detached { for number in 1...3 { context { log.add(number) } } }
    try await manual.waitForJobs(3)
    #expect(manual.runAll() == 3)
    #expect(log.all == [1, 2, 3])
    try await manual.waitForJobs(0)
  }

  @Test func waitingForJobsCanBeCancelled() async throws {
    let waiting = Task { [manual] in try await manual.waitForJobs() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func hasTheNameItWasGiven() {
    #expect("\(ManualContext("disk").context)" == "ExecutionContext(disk)")
  }
}

/// Work that a context takes over.
@Suite(.timeLimit(.minutes(10)))
struct ManualContextCaptureTests {
  let manual = ManualContext()
  let log = Log<String>()

  @Test func theTaskOfAFutureRunsWhenTheTestSaysSo() {
    let future = manual.capture {
      Future<Int, any Error> { [log] in
        log.add("before")
        await Task.yield()
        log.add("after")
        return 1
      }
    }
    #expect(log.all.isEmpty)
    manual.runNext()
    #expect(log.all == ["before"])
    manual.runAll()
    #expect(log.all == ["before", "after"])
    #expect(future.currentValue == 1)
  }

  @Test func aTaskThatWaitsGoesOnHere() {
    let promise = Promise<Int, any Error>()
    let future = manual.capture { Future { try await promise.future.value + 1 } }
    manual.runAll()
    promise.succeed(1)
    #expect(!future.isSettled)
    manual.runAll()
    #expect(future.currentValue == 2)
  }

  @Test func tasksThatTasksStartRunHere() {
    let future = manual.capture {
      Future<Int, any Error> {
        async let child = 20
        let other = Future<Int, any Error> {
          await Task.yield()
          return 22
        }
        return try await child + other.value
      }
    }
    manual.runAll()
    #expect(future.currentValue == 42)
  }

  @Test func closuresOfAnActorRunHere() async {
    let tally = Tally()
    let future = Future<Int, Never>(value: 1)
    let counted = manual.capture { future.on(.actor(tally)).map { $0 + 1 } }
    #expect(!counted.isSettled)
    manual.runAll()
    #expect(counted.currentValue == 2)
  }

  @Test func theDefaultContextIsThisOne() {
    let sum = manual.capture { Future { 20 + 22 } }
    #expect(manual.pendingCount == 1)
    manual.runAll()
    #expect(sum.currentValue == 42)
  }

  @Test func passesErrorsOnAndEndsWithItsClosure() async throws {
    #expect(throws: Refused(attempt: 1)) {
      try manual.capture { () throws(Refused) in throw Refused(attempt: 1) }
    }
    let outside = Future<Int, any Error> { 1 }
    #expect(try await outside.value == 1)
    #expect(manual.isEmpty)
  }
}

private actor Tally {}
