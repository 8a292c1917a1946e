import BoltsCompat
import FuturesTesting
import Testing
import TestSupport

/// What a token means to each form of continuation.
@Suite struct TokenArgumentTests {
  /// A form of continuation with an antecedent that makes it run.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let maySkip: Bool
    let start: Outcome
    /// Registers the form; its closure calls `body`, and gives its value or a task of it.
    let register:
      @Sendable (
        _ task: BFTask<Int>, _ executor: BFExecutor, _ token: BFCancellationToken,
        _ body: @escaping @Sendable () throws -> Int
      ) -> BFTask<Int>

    static let plain = [
      Form("continueWith", maySkip: false, .result) { task, executor, token, body in
        task.continueWith(executor, cancellationToken: token) { _ in try body() }
      },
      Form("continueOnSuccessWith", maySkip: true, .result) { task, executor, token, body in
        task.continueOnSuccessWith(executor, cancellationToken: token) { _ in try body() }
      },
      Form("continueOnErrorWith", maySkip: true, .error) { task, executor, token, body in
        task.continueOnErrorWith(executor, cancellationToken: token) { _ in try body() }
      },
      Form("continueOnErrorWith typed", maySkip: true, .error) { task, executor, token, body in
        task.continueOnErrorWith(executor, cancellationToken: token) { (_: TestError) in
          try body()
        }
      },
    ]

    static let flat = [
      Form("continueWithTask", maySkip: false, .result) { task, executor, token, body in
        task.continueWithTask(executor, cancellationToken: token) { _ in BFTask(try body()) }
      },
      Form("continueOnSuccessWithTask", maySkip: true, .result) { task, executor, token, body in
        task.continueOnSuccessWithTask(executor, cancellationToken: token) { _ in
          BFTask(try body())
        }
      },
      Form("continueOnErrorWithTask", maySkip: true, .error) { task, executor, token, body in
        task.continueOnErrorWithTask(executor, cancellationToken: token) { _ in
          BFTask(try body())
        }
      },
      Form("continueOnErrorWithTask typed", maySkip: true, .error) { task, executor, token, body in
        task.continueOnErrorWithTask(executor, cancellationToken: token) { (_: TestError) in
          BFTask(try body())
        }
      },
    ]

    static let all = plain + flat

    init(
      _ name: String,
      maySkip: Bool,
      _ start: Outcome,
      register:
        @escaping @Sendable (
          BFTask<Int>, BFExecutor, BFCancellationToken, @escaping @Sendable () throws -> Int
        ) -> BFTask<Int>
    ) {
      testDescription = name
      self.maySkip = maySkip
      self.start = start
      self.register = register
    }
  }

  private let source = BFCancellationTokenSource()
  private let ran = Counter()

  @Test(arguments: Form.all)
  func withoutACancellationItChangesNothing(_ form: Form) {
    let task = form.register(form.start.task, .default, source.token) { 5 }
    #expect(task.ending == .result("5"))
    let failed = form.register(form.start.task, .default, source.token) { throw TestError.third }
    #expect(failed.ending == .error("third"))
  }

  @Test(arguments: Form.all)
  func aTokenThatIsCancelledBeforeTheClosureStartsCancelsTheNewTask(_ form: Form) {
    let antecedent = BFTaskCompletionSource<Int>()
    let task = form.register(antecedent.task, .default, source.token) { [ran] in ran.add() }
    source.cancel()
    form.start.complete(antecedent)
    #expect(task.ending == .cancelled)
    #expect(ran.value == 0)
  }

  @Test(arguments: Form.all)
  func theTokenIsLookedAtOnTheExecutor(_ form: Form) {
    let manual = ManualContext()
    let task = form.register(form.start.task, BFExecutor(manual.context), source.token) { [ran] in
      ran.add()
    }
    #expect(manual.pendingCount == 1)
    source.cancel()
    #expect(task.ending == .pending)
    manual.runAll()
    #expect(task.ending == .cancelled)
    #expect(ran.value == 0)
  }

  @Test(arguments: Form.all)
  func cancellingDoesNotWakeATaskThatIsWaiting(_ form: Form) {
    let antecedent = BFTaskCompletionSource<Int>()
    let task = form.register(antecedent.task, .default, source.token) { 1 }
    source.cancel()
    #expect(task.ending == .pending)
    antecedent.tryCancel()
  }

  @Test(arguments: Form.plain)
  func aPlainValueIsKeptIfTheTokenIsCancelledMeanwhile(_ form: Form) {
    let task = form.register(form.start.task, .default, source.token) { [source] in
      source.cancel()
      return 5
    }
    #expect(task.ending == .result("5"))
  }

  @Test(arguments: Form.all)
  func aThrownErrorIsKeptIfTheTokenIsCancelledMeanwhile(_ form: Form) {
    let task = form.register(form.start.task, .default, source.token) { [source] in
      source.cancel()
      throw TestError.third
    }
    #expect(task.ending == .error("third"))
  }

  @Test(arguments: Form.flat)
  func aTaskThatHasEndedIsDroppedIfTheTokenWasCancelledMeanwhile(_ form: Form) {
    let task = form.register(form.start.task, .default, source.token) { [source] in
      source.cancel()
      return 5
    }
    #expect(task.ending == .cancelled)
  }

  @Test(arguments: [false, true], Outcome.allCases)
  func theTokenIsLookedAtAgainWhenTheInnerTaskEnds(_ cancels: Bool, _ outcome: Outcome) {
    let inner = BFTaskCompletionSource<Int>()
    let tasks = [
      BFTask(1).continueWithTask(cancellationToken: source.token) { _ in inner.task },
      BFTask(1).continueOnSuccessWithTask(cancellationToken: source.token) { _ in inner.task },
      BFTask(error: TestError.first)
        .continueOnErrorWithTask(cancellationToken: source.token) { _ in inner.task },
      BFTask.executeWithTask(cancellationToken: source.token) { inner.task },
    ]
    if cancels { source.cancel() }
    #expect(tasks.allSatisfy { $0.ending == .pending })
    outcome.complete(inner)
    #expect(tasks.allSatisfy { $0.ending == (cancels ? .cancelled : outcome.ending) })
  }

  @Test(arguments: Form.all.filter(\.maySkip))
  func formsThatMaySkipAreCancelledAtOnceIfTheTokenHasBeen(_ form: Form) {
    source.cancel()
    let manual = ManualContext()
    let antecedent = BFTaskCompletionSource<Int>()
    let task = form.register(antecedent.task, BFExecutor(manual.context), source.token) { [ran] in
      ran.add()
    }
    #expect(task.ending == .cancelled)
    form.start.complete(antecedent)
    #expect(antecedent.task.ending == form.start.ending)
    #expect(manual.isEmpty)
    #expect(ran.value == 0)
  }

  @Test(arguments: Form.all.filter { !$0.maySkip })
  func formsThatAlwaysRunGoToTheExecutorAlsoIfTheTokenHasBeenCancelled(_ form: Form) {
    source.cancel()
    let manual = ManualContext()
    let task = form.register(form.start.task, BFExecutor(manual.context), source.token) { [ran] in
      ran.add()
    }
    #expect(task.ending == .pending)
    manual.runAll()
    #expect(task.ending == .cancelled)
    #expect(ran.value == 0)
  }

  @Test(arguments: Form.all.filter(\.maySkip))
  func theTokenBeatsWhatASkippedClosureWouldPassOn(_ form: Form) {
    let antecedent = BFTaskCompletionSource<Int>()
    let task = form.register(antecedent.task, .default, source.token) { [ran] in ran.add() }
    source.cancel()
    if form.start == .result {
      antecedent.set(error: TestError.second)
    } else {
      antecedent.set(result: 4)
    }
    #expect(task.ending == .cancelled)
    #expect(ran.value == 0)
  }

  @Test(arguments: Form.all.filter(\.maySkip))
  func withATokenASkippedClosurePassesTheEndingOnUnchanged(_ form: Form) {
    let outcomes = Outcome.allCases.filter { $0 != form.start }
    for outcome in outcomes {
      let task = form.register(outcome.task, .default, source.token) { [ran] in ran.add() }
      #expect(task.ending == outcome.ending)
    }
    #expect(ran.value == 0)
  }

  @Test(arguments: Form.all)
  func cancellingTheTokenLeavesTheAntecedentAlone(_ form: Form) {
    let antecedent = BFTaskCompletionSource<Int>()
    _ = form.register(antecedent.task, .default, source.token) { 1 }
    source.cancel()
    #expect(antecedent.trySet(result: 3))
    #expect(antecedent.task.result == 3)
  }
}
