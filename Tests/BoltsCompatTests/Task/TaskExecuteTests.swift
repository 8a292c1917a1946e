import BoltsCompat
import FuturesTesting
import Testing
import TestSupport

@Suite struct TaskExecuteTests {
  @Test func initWithAClosureEndsWithWhatItReturns() {
    #expect(BFTask { 5 }.result == 5)
    #expect(BFTask<Int> { throw TestError.first }.ending == .error("first"))
    #expect(BFTask<Int> { throw CancelledError() }.ending == .cancelled)
  }

  @Test func executeEndsWithWhatTheClosureReturns() {
    #expect(BFTask.execute { 5 }.result == 5)
  }

  @Test func executeRunsInTheCallOnTheDefaultExecutor() {
    let log = Log<String>()
    BFTask.execute { log.add("closure") }
    log.add("after")
    #expect(log.all == ["closure", "after"])
  }

  @Test func executeRunsOnTheExecutor() {
    let manual = ManualContext()
    let executor = BFExecutor(manual.context)
    let tasks = [
      BFTask.execute(executor) { 5 }, BFTask(executor) { 5 },
      BFTask.executeWithTask(executor) { BFTask(5) },
    ]
    #expect(tasks.map(\.ending) == [.pending, .pending, .pending])
    manual.runAll()
    #expect(tasks.map(\.result) == [5, 5, 5])
  }

  @Test func aThrownErrorFaultsTheTask() {
    #expect(BFTask<Int>.execute { throw TestError.second }.ending == .error("second"))
    #expect(BFTask<Int>.executeWithTask { throw TestError.second }.ending == .error("second"))
  }

  @Test func aThrownCancelledErrorCancelsTheTask() {
    #expect(BFTask<Int>.execute { throw CancelledError() }.ending == .cancelled)
    #expect(BFTask<Int>.executeWithTask { throw CancelledError() }.ending == .cancelled)
  }

  @Test(arguments: Outcome.allCases)
  func executeWithTaskIsFlattened(_ outcome: Outcome) {
    let source = BFTaskCompletionSource<Int>()
    let task = BFTask.executeWithTask { source.task }
    #expect(!task.completed)
    outcome.complete(source)
    #expect(task.ending == outcome.ending)
    #expect(BFTask.executeWithTask { outcome.task }.ending == outcome.ending)
  }

  @Test func aTokenIsLookedAtBeforeTheClosureRuns() {
    let source = BFCancellationTokenSource()
    let manual = ManualContext()
    let ran = Counter()
    let executor = BFExecutor(manual.context)
    let task = BFTask.execute(executor, cancellationToken: source.token) { ran.add() }
    let flat = BFTask.executeWithTask(executor, cancellationToken: source.token) {
      BFTask(ran.add())
    }
    source.cancel()
    #expect(task.ending == .pending)
    manual.runAll()
    #expect(task.ending == .cancelled)
    #expect(flat.ending == .cancelled)
    #expect(ran.value == 0)
  }
}
