import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.serialized) struct CustomContextTests {
  @Test func getsEveryJob() {
    let submitted = Counter()
    let context = ExecutionContext.custom("mine") { job in
      submitted.add()
      job()
    }
    let future = Future<Int, Never>(value: 1).on(context).map { $0 + 1 }.on(context).map {
      $0 * 10
    }
    #expect(future.currentValue == 20)
    #expect(submitted.value == 2)
  }

  @Test func callingTheContextSubmits() {
    let manual = ManualContext()
    let calls = Counter()
    manual.context { calls.add() }
    #expect(calls.value == 0)
    manual.runAll()
    #expect(calls.value == 1)
  }

  @Test func mayRunJobsInAnotherOrder() {
    let manual = ManualContext()
    let log = Log<Int>()
    let promise = Promise<Int, Never>()
    for index in 0..<3 { promise.future.on(manual.context).onSuccess { _ in log.add(index) } }
    promise.succeed(1)
    for _ in 0..<3 { manual.run(at: manual.pendingCount - 1) }
    #expect(log.all == [2, 1, 0])
  }

  @Test func aSettledFutureSubmitsInsideTheRegistration() {
    let manual = ManualContext()
    Future<Int, Never>(value: 1).on(manual.context).onSuccess { _ in }
    #expect(manual.pendingCount == 1)
  }

  @Test func aJobThatIsDroppedCancelsTheFuture() {
    let manual = ManualContext()
    let calls = Counter()
    let future = Future<Int, any Error>(value: 1).on(manual.context).map { _ in calls.add() }
    #expect(!future.isSettled)
    manual.dropAll()
    #expect(future.currentError is CancellationError)
    #expect(calls.value == 0)
  }

  @Test func aJobThatIsDroppedUsesTheErrorTypesOwnCase() {
    let lost = ExecutionContext.custom { _ in }
    #expect(Future<Int, StoppableError>(value: 1).on(lost).map { $0 }.currentError == .stopped)
    #expect(Future<Int, BreakableError>(value: 1).on(lost).map { $0 }.currentError == .broken)
  }

  @Test func aJobThatIsDroppedIsReported() {
    let recorder = DiagnosticsRecorder { $0.kind == .droppedJob && $0.began() }
    let lost = ExecutionContext.custom { _ in }
    let promise = Promise<Int, TestError>()
    let future = promise.future.on(lost).map { $0 }
    recorder.record { _ = promise.succeed(1) }
    #expect(!future.isSettled)
    #if DEBUG
    #expect(recorder.diagnostics.count == 1)
    #endif
  }

  @Test func whatComesAfterADroppedJobIsTold() {
    let manual = ManualContext()
    let end = Future<Int, any Error>(value: 1)
      .on(manual.context).map { $0 }
      .flatMap { Future<Int, any Error>(value: $0) }
      .map { $0 }
    manual.dropAll()
    #expect(end.currentError is CancellationError)
  }

  @Test func aContextThatRunsAJobTwiceRunsTheClosureOnce() {
    let twice = ExecutionContext.custom { job in
      job()
      job()
    }
    let calls = Counter()
    let future = Future<Int, Never>(value: 1).on(twice).map { _ in calls.add() }
    #expect(future.currentValue == 1)
    #expect(calls.value == 1)
  }

  @Test func theClosureIsReleasedThoughTheContextKeepsTheJob() {
    let jobs = Log<ExecutionContext.Job>()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      Future<Int, Never>(value: 1).on(.custom { jobs.add($0) }).onSuccess { _ in tracked.touch() }
    }
    #expect(!reference.isGone)
    jobs.all.first?()
    #expect(reference.isGone)
    #expect(jobs.count == 1)
  }

  @Test func theContextIsReleasedThoughTheFutureIsKept() {
    let reference: WeakReference
    let future: Future<Int, Never>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let context = ExecutionContext.custom { job in
        tracked.touch()
        job()
      }
      future = Future<Int, Never>(value: 1).on(context).map { $0 + 1 }
    }
    #expect(future.currentValue == 2)
    #expect(reference.isGone)
  }

  @Test func theContextIsReleasedWithTheClosureThatATokenTakesBack() {
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let reference: WeakReference
    let future: Future<Int, any Error>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let context = ExecutionContext.custom { job in
        tracked.touch()
        job()
      }
      future = promise.future.on(context).map(cancellation: source.token) { $0 }
    }
    #expect(!reference.isGone)
    source.cancel()
    #expect(reference.isGone)
    #expect(future.currentError is CancellationError)
  }

  @Test func aContextThatRunsAJobTwiceLeavesAFlatMapToItsInnerFuture() {
    let twice = ExecutionContext.custom { job in
      job()
      job()
    }
    let inner = Promise<Int, any Error>()
    let future = Future<Int, any Error>(value: 1).on(twice).flatMap { _ in inner.future }
    #expect(!future.isSettled)
    inner.succeed(2)
    #expect(future.currentValue == 2)
  }

  @Test func aJobThatRanIsNotReportedAsDropped() {
    let recorder = DiagnosticsRecorder { $0.kind == .droppedJob && $0.began() }
    let promise = Promise<Int, TestError>()
    promise.future.on(.custom { job in job() }).onSuccess { _ in }
    recorder.record { _ = promise.succeed(1) }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func hasAName() {
    #expect("\(ExecutionContext.custom("mine") { $0() })" == "ExecutionContext(mine)")
    #expect("\(ExecutionContext.custom { $0() })" == "ExecutionContext(custom)")
  }
}
