import BoltsCompat
import FuturesTesting
import Testing
import TestSupport

@Suite struct ContinueOnErrorTests {
  private var failed: BFTask<Int> { BFTask(error: TestError.first) }

  @Test func getsTheErrorAndReplacesIt() {
    let source = BFTaskCompletionSource<Int>()
    let pending = source.task.continueOnErrorWith { error in error is TestError ? 7 : 0 }
    source.set(error: TestError.first)
    #expect(pending.result == 7)
    #expect(failed.continueOnErrorWith { _ in 8 }.result == 8)
  }

  @Test(arguments: [Outcome.result, .cancellation])
  func isSkippedAfterAResultAndAfterACancellation(_ outcome: Outcome) {
    let ran = Counter()
    let tasks = [
      outcome.task.continueOnErrorWith { _ in ran.add() },
      outcome.task.continueOnErrorWith { (_: TestError) in ran.add() },
      outcome.task.continueOnErrorWithTask { _ in BFTask(ran.add()) },
      outcome.task.continueOnErrorWithTask { (_: TestError) in BFTask(ran.add()) },
    ]
    #expect(tasks.allSatisfy { $0.ending == outcome.ending })
    #expect(ran.value == 0)
  }

  @Test func aCancellationIsNotRunEvenIfItsTypeMatches() {
    let ran = Counter()
    let task = BFTask<Int>(error: StoppableError.stopped)
    #expect(
      task.continueOnErrorWith { (_: StoppableError) in ran.add() }.ending == .cancelled
    )
    #expect(
      BFTask<Int>.cancelledTask().continueOnErrorWith { (_: CancelledError) in ran.add() }
        .ending == .cancelled
    )
    #expect(ran.value == 0)
  }

  @Test func aCancellationIsNotRunByTheTaskFormsEither() {
    let ran = Counter()
    let task = BFTask<Int>(error: StoppableError.stopped)
    let token = BFCancellationTokenSource().token
    let tasks = [
      task.continueOnErrorWithTask { _ in BFTask(ran.add()) },
      task.continueOnErrorWithTask { (_: StoppableError) in BFTask(ran.add()) },
      task.continueOnErrorWithTask(cancellationToken: token) { _ in BFTask(ran.add()) },
      task.continueOnErrorWithTask(cancellationToken: token) { (_: StoppableError) in
        BFTask(ran.add())
      },
    ]
    #expect(tasks.map(\.ending) == Array(repeating: .cancelled, count: 4))
    #expect(ran.value == 0)
  }

  @Test func theTypedFormRunsForItsTypeOnly() {
    let ran = Counter()
    let other = failed.continueOnErrorWith { (_: OtherError) in ran.add() }
    #expect(other.error as? TestError == .first)
    #expect(ran.value == 0)
    #expect(
      failed.continueOnErrorWith { (error: TestError) in error == .first ? 1 : 0 }.result == 1
    )
  }

  @Test func theTypedTaskFormRunsForItsTypeOnly() {
    let ran = Counter()
    let other = failed.continueOnErrorWithTask { (_: OtherError) in BFTask(ran.add()) }
    #expect(other.error as? TestError == .first)
    #expect(ran.value == 0)
    let same = failed.continueOnErrorWithTask { (error: TestError) in
      BFTask(error == .first ? 1 : 0)
    }
    #expect(same.result == 1)
  }

  @Test func aClosureForAnyErrorRunsForAll() {
    #expect(failed.continueOnErrorWith { (_: any Error) in 5 }.result == 5)
    #expect(failed.continueOnErrorWithTask { (_: any Error) in BFTask(5) }.result == 5)
  }

  @Test func severalTypedFormsWorkLikeCatchClauses() {
    let task =
      failed
      .continueOnErrorWith { (_: OtherError) in 1 }
      .continueOnErrorWith { (_: TestError) in 2 }
      .continueOnErrorWith { _ in 3 }
    #expect(task.result == 2)
  }

  @Test func whatItThrowsIsTheError() {
    #expect(failed.continueOnErrorWith { _ in throw TestError.third }.ending == .error("third"))
    #expect(failed.continueOnErrorWith { _ in throw CancelledError() }.ending == .cancelled)
    #expect(
      failed.continueOnErrorWithTask { _ in throw TestError.third }.ending == .error("third")
    )
    #expect(failed.continueOnErrorWithTask { _ in throw CancelledError() }.ending == .cancelled)
  }

  @Test(arguments: Outcome.allCases)
  func theTaskFormWaitsForTheInnerTask(_ outcome: Outcome) {
    let inner = BFTaskCompletionSource<Int>()
    let task = failed.continueOnErrorWithTask { _ in inner.task }
    #expect(task.ending == .pending)
    outcome.complete(inner)
    #expect(task.ending == outcome.ending)
    #expect(failed.continueOnErrorWithTask { _ in outcome.task }.ending == outcome.ending)
  }

  @Test func runsOnItsExecutor() {
    let manual = ManualContext()
    let executor = BFExecutor(manual.context)
    let plain = failed.continueOnErrorWith(executor) { _ in 1 }
    let flat = failed.continueOnErrorWithTask(executor) { _ in BFTask(2) }
    #expect(plain.ending == .pending)
    manual.runAll()
    #expect(plain.result == 1)
    #expect(flat.result == 2)
  }
}
