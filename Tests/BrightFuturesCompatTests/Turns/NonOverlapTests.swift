import BrightFuturesCompat
import Dispatch
import FuturesTesting
import Testing
import TestSupport

/// Callbacks of one future never overlap, by parking, not by blocking.
@Suite(.timeLimit(.minutes(10))) struct NonOverlapTests {
  @Test func aCallbackThatFindsTheTurnTakenIsParkedAndSubmittedAgain() {
    let first = ManualContext()
    let second = ManualContext()
    let log = Log<String>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(first.closure) { _ in
      log.add("first begins")
      // The second one reaches its context while the first is running.
      second.runAll()
      log.add("first ends")
    }
    future.onSuccess(second.closure) { _ in log.add("second") }
    first.runAll()
    #expect(log.all == ["first begins", "first ends"])
    #expect(second.pendingCount == 1, "it was submitted to its own context again")
    second.runAll()
    #expect(log.all == ["first begins", "first ends", "second"])
  }

  @Test func parkedCallbacksKeepTheirOrder() {
    let first = ManualContext()
    let serial = ManualContext()
    let log = Log<Int>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(first.closure) { _ in serial.runAll() }
    for index in 0..<10 { future.onSuccess(serial.closure) { _ in log.add(index) } }
    first.runAll()
    serial.runAll()
    #expect(log.all == Array(0..<10))
  }

  @Test func aSuspendedContextHoldsUpNobodyElse() {
    let suspended = ManualContext()
    let log = Log<String>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(suspended.closure) { _ in log.add("suspended") }
    future.onSuccess(immediateExecutionContext) { _ in log.add("other") }
    #expect(log.all == ["other"])
  }

  @Test func whileTheNextParkedOneIsOnItsWayTheTurnIsTaken() {
    let first = ManualContext()
    let second = ManualContext()
    let log = Log<String>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(first.closure) { _ in second.runAll() }
    future.onSuccess(second.closure) { _ in log.add("second") }
    first.runAll()
    future.onSuccess(immediateExecutionContext) { _ in log.add("third") }
    #expect(log.all == [])
    second.runAll()
    #expect(log.all == ["second", "third"])
  }

  @Test func theTurnGoesOnWhenAParkedCallbackIsDropped() {
    let first = ManualContext()
    let second = ManualContext()
    let log = Log<String>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(first.closure) { _ in
      second.runAll()
      future.onSuccess(immediateExecutionContext) { _ in log.add("last") }
    }
    future.onSuccess(second.closure) { _ in log.add("dropped") }
    first.runAll()
    #expect(second.pendingCount == 1)
    #expect(second.dropAll() == 1)
    #expect(log.all == ["last"])
  }

  @Test func theTurnGoesOnWhenATokenMutesAParkedCallback() {
    let token = InvalidationToken()
    let valid = token.validContext(immediateExecutionContext)
    let log = Log<String>()
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(immediateExecutionContext) { _ in
      for _ in 0..<3 { future.onSuccess(valid) { _ in log.add("muted") } }
      future.onSuccess(immediateExecutionContext) { _ in log.add("last") }
      token.invalidate()
    }
    #expect(log.all == ["last"])
  }

  @Test func aContextThatRunsItsTaskTwiceRunsTheCallbackOnce() {
    let log = Log<String>()
    let twice: ExecutionContext = { task in
      task()
      task()
    }
    let kept = Box<[@Sendable () -> Void]>([])
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(twice) { _ in log.add("free") }
    future.onSuccess(immediateExecutionContext) { _ in
      future.onSuccess(twice) { _ in log.add("parked") }
      future.onSuccess({ task in kept.value.append(task) }) { _ in log.add("kept") }
      kept.value[0]()
      kept.value[0]()
      log.add("first")
    }
    // The parked one was submitted once more; each of its tasks may be run once.
    #expect(kept.value.count == 2)
    for task in kept.value + kept.value { task() }
    future.onSuccess(immediateExecutionContext) { _ in log.add("last") }
    #expect(log.all == ["free", "first", "parked", "kept", "last"])
  }

  @Test func theTurnGoesOnThoughAContextKeepsTheTaskThatFoundItTaken() {
    let log = Log<String>()
    let tasks = Box<[@Sendable () -> Void]>([])
    let future = Future<Int, Never>(value: 1)
    future.onSuccess(immediateExecutionContext) { _ in
      future.onSuccess({ task in
        if tasks.value.isEmpty { tasks.value.append(task) }
      }) { _ in log.add("dropped") }
      tasks.value[0]()
      future.onSuccess(immediateExecutionContext) { _ in log.add("last") }
    }
    // The second task was dropped, the first one is still there.
    #expect(tasks.value.count == 1)
    #expect(log.all == ["last"])
  }

  @Test func transformsOfAResultTakeTheTurnsOfItsCallbacks() {
    let log = Log<String>()
    let second = ManualContext()
    let async = Async(result: Result<Int, Oops>(value: 1))
    let mapped = Box<Future<Int, Oops>?>(nil)
    async.onComplete(CountingContext().closure) { _ in
      mapped.value = async.map(second.closure) { value in
        log.add("map")
        return value + 1
      }
      second.runAll()
      log.add("callback")
    }
    second.runAll()
    #expect(log.all == ["callback", "map"])
    #expect(mapped.value?.value == 2)
  }

  @Test func transformsTakeTurnsToo() {
    let first = ManualContext()
    let second = ManualContext()
    let future = Future<Int, Oops>(value: 1)
    let running = Counter()
    let overlaps = Counter()
    @Sendable func work() {
      if running.add() > 1 { overlaps.add() }
      second.runAll()
      running.add(-1)
    }
    future.onSuccess(first.closure) { _ in work() }
    let mapped = future.map(second.closure) { value -> Int in
      work()
      return value
    }
    let chained = future.flatMap(second.closure) { value -> Future<Int, Oops> in
      work()
      return Future(value: value)
    }
    let after = future.andThen(context: second.closure) { _ in work() }
    let recovered = future.recover(context: second.closure) { _ in 0 }
    first.runAll()
    while second.runNext() {}
    #expect(overlaps.value == 0)
    #expect(mapped.value == 1 && chained.value == 1 && after.value == 1 && recovered.value == 1)
  }

  @Test func plumbingTakesNoTurn() {
    let future = Future<Int, Oops>(value: 1)
    let seen = Box<[Bool]>([])
    future.onSuccess(immediateExecutionContext) { _ in
      seen.value = [
        future.asVoid().isCompleted, future.zip(future).isCompleted,
        [future].sequence().isCompleted, Future(other: future).isCompleted,
        future.filter { _ in true }.isCompleted, [future].firstCompleted().forced() == .success(1),
      ]
    }
    #expect(seen.value == Array(repeating: true, count: 6))
  }

  @Test func differentFuturesDoNotWaitForEachOther() {
    let log = Log<Int>()
    let outer = Future<Int, Never>(value: -1)
    outer.onSuccess(immediateExecutionContext) { _ in
      for index in 0..<200 {
        Future<Int, Never>(value: index).onSuccess(immediateExecutionContext) { log.add($0) }
      }
    }
    #expect(log.all == Array(0..<200))
  }

  @Test func manyFuturesMayHaveTheirTurnTakenAtOnce() {
    let futures = (0..<300).map { Future<Int, Never>(value: $0) }
    let log = Log<Int>()
    @Sendable func nest(_ index: Int) {
      if index == futures.count { return }
      futures[index].onSuccess(CountingContext().closure) { _ in
        futures[index].onSuccess(immediateExecutionContext) { log.add($0) }
        nest(index + 1)
        #expect(log.all.contains(index) == false, "it waits for its turn")
      }
    }
    let thread = ThreadBox(stackSize: 64 << 20) { nest(0) }
    thread.start()
    thread.join()
    #expect(log.all.sorted() == Array(0..<300))
  }

  @Test(arguments: [true, false])
  func aHundredThousandParkedCallbacksNeedNoStack(inline: Bool) {
    let calls = Counter()
    let context = inline ? immediateExecutionContext : CountingContext().closure
    onSmallStack {
      let future = Future<Int, Never>(value: 1)
      future.onSuccess(immediateExecutionContext) { _ in
        for _ in 0..<100_000 { future.onSuccess(context) { _ in calls.add() } }
      }
    }
    #expect(calls.value == 100_000)
  }

  @Test func callbacksMayOverlapWithThoseOfAFutureDerivedFromTheirs() {
    let log = Log<String>()
    let future = Future<Int, Never>(value: 1)
    let derived = future.map(immediateExecutionContext) { $0 }
    future.onSuccess(immediateExecutionContext) { _ in
      derived.onSuccess(immediateExecutionContext) { _ in log.add("derived") }
      log.add("original")
    }
    #expect(log.all == ["derived", "original"])
  }
}
