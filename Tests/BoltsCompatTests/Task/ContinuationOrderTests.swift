import BoltsCompat
import FuturesTesting
import Testing
import TestSupport

@Suite struct ContinuationOrderTests {
  @Test func continuationsRunInRegistrationOrder() {
    let source = BFTaskCompletionSource<Int>()
    let log = Log<Int>()
    for index in 0..<50 { source.task.continueWith { _ in log.add(index) } }
    source.set(result: 1)
    #expect(log.all == Array(0..<50))
  }

  @Test func theyAreHandedToTheirExecutorsInRegistrationOrder() {
    let source = BFTaskCompletionSource<Int>()
    let manual = ManualContext()
    let log = Log<Int>()
    for index in 0..<20 {
      source.task.continueWith(BFExecutor(manual.context)) { _ in log.add(index) }
    }
    source.set(result: 1)
    manual.runAll()
    #expect(log.all == Array(0..<20))
  }

  @Test func descendantsOfTheFirstRunBeforeTheSecond() {
    let source = BFTaskCompletionSource<Int>()
    let log = Log<String>()
    let first = source.task.continueWith { _ in log.add("1") }
    first.continueWith { _ in log.add("1.1") }.continueWith { _ in log.add("1.1.1") }
    first.continueWith { _ in log.add("1.2") }
    source.task.continueWith { _ in log.add("2") }
    source.set(result: 1)
    #expect(log.all == ["1", "1.1", "1.1.1", "1.2", "2"])
  }

  @Test func setReturnsAfterInlineContinuationsHaveRun() {
    let source = BFTaskCompletionSource<Int>()
    let log = Log<String>()
    source.task.continueWith { _ in log.add("continuation") }
      .continueWith(.immediate) { _ in log.add("next") }
    source.set(result: 1)
    log.add("after")
    #expect(log.all == ["continuation", "next", "after"])
  }

  @Test func aContinuationMayRegisterOnTheTaskItFollows() {
    let source = BFTaskCompletionSource<Int>()
    let log = Log<String>()
    let task = source.task
    task.continueWith { same in
      log.add("outer")
      task.continueWith { _ in log.add("on the task") }
      same.continueWith { _ in log.add("on what it was given") }
    }
    task.continueWith { _ in log.add("second") }
    source.set(result: 1)
    #expect(log.all == ["outer", "on the task", "on what it was given", "second"])
  }

  @Test func aContinuationIsReleasedOnceItHasRun() {
    let source = BFTaskCompletionSource<Int>()
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      source.task.continueWith { _ in tracked.touch() }
    }
    #expect(!reference.isGone)
    source.set(result: 1)
    #expect(reference.isGone)
  }
}
