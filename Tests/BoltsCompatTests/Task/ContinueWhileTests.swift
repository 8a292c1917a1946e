import BoltsCompat
import FuturesTesting
import Testing
import TestSupport

@Suite struct ContinueWhileTests {
  @Test func repeatsUntilTheConditionIsFalse() {
    let rounds = Counter()
    let task = BFTask<Void>().continueWhile {
      rounds.value < 3
    } continuation: { _ in
      rounds.add()
      return BFTask<Void>()
    }
    #expect(rounds.value == 3)
    #expect(task.completed && task.result != nil)
  }

  @Test func doesNotRunIfTheConditionIsFalseAtOnce() {
    let rounds = Counter()
    let task = BFTask(1).continueWhile(predicate: { false }) { _ in
      rounds.add()
      return BFTask<Void>()
    }
    #expect(rounds.value == 0)
    #expect(task.completed)
  }

  @Test func aRoundStartsWhenTheOneBeforeHasEnded() {
    let sources = [BFTaskCompletionSource<Void>(), BFTaskCompletionSource<Void>()]
    let rounds = Counter()
    let task = BFTask<Void>().continueWhile(predicate: { rounds.value < 2 }) { previous in
      #expect(previous.completed)
      return sources[rounds.add() - 1].task
    }
    #expect(rounds.value == 1)
    sources[0].set(result: ())
    #expect(rounds.value == 2)
    #expect(!task.completed)
    sources[1].set(result: ())
    #expect(task.completed)
  }

  @Test(arguments: [Outcome.error, .cancellation])
  func anEndingOfARoundThatIsNotAResultEndsTheLoop(_ outcome: Outcome) {
    let rounds = Counter()
    let task = BFTask<Void>().continueWhile(predicate: { true }) { _ in
      rounds.add()
      return outcome.task.makeVoid()
    }
    #expect(task.ending == outcome.ending)
    #expect(rounds.value == 1)
  }

  @Test(arguments: [Outcome.error, .cancellation])
  func anEndingOfTheTaskItFollowsPassesOn(_ outcome: Outcome) {
    let asked = Counter()
    let task = outcome.task.continueWhile {
      asked.add()
      return true
    } continuation: { _ in
      BFTask<Void>()
    }
    #expect(task.ending == outcome.ending)
    #expect(asked.value == 0)
  }

  @Test func whatTheClosuresThrowEndsTheLoop() {
    let condition = BFTask<Void>().continueWhile(predicate: { throw TestError.first }) { _ in
      BFTask<Void>()
    }
    #expect(condition.ending == .error("first"))
    let body = BFTask<Void>().continueWhile(predicate: { true }) { _ in throw TestError.second }
    #expect(body.ending == .error("second"))
  }

  @Test func theTokenIsLookedAtBeforeEachConditionOnly() {
    let source = BFCancellationTokenSource()
    let asked = Counter()
    let round = BFTaskCompletionSource<Void>()
    let task = BFTask<Void>().continueWhile(cancellationToken: source.token) {
      asked.add()
      return true
    } continuation: { _ in
      round.task
    }
    source.cancel()
    #expect(!task.completed)
    round.set(result: ())
    #expect(task.ending == .cancelled)
    #expect(asked.value == 1)
  }

  @Test func aTokenThatHasBeenCancelledKeepsTheConditionFromBeingAsked() {
    let source = BFCancellationTokenSource()
    source.cancel()
    let asked = Counter()
    let task = BFTask<Void>().continueWhile(cancellationToken: source.token) {
      asked.add()
      return true
    } continuation: { _ in
      BFTask<Void>()
    }
    #expect(task.ending == .cancelled)
    #expect(asked.value == 0)
  }

  @Test func bothClosuresRunOnTheExecutor() {
    let manual = ManualContext()
    let log = Log<String>()
    let task = BFTask<Void>().continueWhile(BFExecutor(manual.context)) {
      log.add("condition")
      return log.count < 3
    } continuation: { _ in
      log.add("round")
      return BFTask<Void>()
    }
    #expect(log.all == [])
    manual.runAll()
    #expect(log.all == ["condition", "round", "condition"])
    #expect(task.completed)
  }

  @Test func manyRoundsTakeConstantStack() {
    onSmallStack {
      let rounds = Counter()
      let task = BFTask<Void>().continueWhile(predicate: { rounds.value < 100_000 }) { _ in
        rounds.add()
        return BFTask<Void>()
      }
      #expect(task.completed)
    }
  }

  @Test func makeVoidDropsTheResultAndKeepsOtherEndings() {
    let void: BFTask<Void> = BFTask(1).makeVoid()
    #expect(void.completed && !void.faulted && !void.cancelled)
    #expect(Outcome.error.task.makeVoid().ending == Outcome.error.ending)
    #expect(Outcome.cancellation.task.makeVoid().ending == .cancelled)
  }
}
