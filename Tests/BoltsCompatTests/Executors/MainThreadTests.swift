import BoltsCompat
import Dispatch
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MainThreadTests {
  @MainActor
  @Test func runsInTheCallWhenAlreadyThere() {
    let log = Log<String>()
    BFTask(1).continueWith(.mainThread) { _ in log.add("plain") }
    BFTask(1).continueWith(.mainThread) { _ in log.add("isolated") }
    BFExecutor.mainThread.execute { log.add("job") }
    log.add("after")
    #expect(log.all == ["plain", "isolated", "job", "after"])
  }

  @MainActor
  @Test func runsNothingAfterItsTokenWasCancelled() {
    let calls = Counter()
    let source = BFCancellationTokenSource()
    source.cancel()
    let token = source.token
    let tasks = [
      BFTask(1).continueWith(.mainThread, cancellationToken: token) { _ in calls.add() },
      BFTask(1).continueOnSuccessWith(.mainThread, cancellationToken: token) { _ in calls.add() },
      BFTask(error: TestError.first).continueOnErrorWith(
        .mainThread,
        cancellationToken: token
      ) { _ in calls.add() },
    ]
    #expect(tasks.allSatisfy { $0.cancelled })
    #expect(calls.value == 0)
  }

  @Test func hopsFromElsewhere() async throws {
    let source = BFTaskCompletionSource<Int>()
    let plain = source.task.continueWith(.mainThread) { _ in
      MainActor.assumeIsolated { true }
    }
    DispatchQueue.global().async { source.set(result: 1) }
    #expect(try await plain.get())
  }

  /// State that only closures of the main actor may touch.
  @MainActor final class Screen {
    var lines: [String] = []

    /// Adds a line, with a note if the main queue does not run the caller.
    func add(_ line: String) {
      let isMain = DispatchQueue.getSpecific(key: MainThreadTests.mark) == true
      lines.append(isMain ? line : "\(line) elsewhere")
    }
  }

  private static let mark: DispatchSpecificKey<Bool> = {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    return mark
  }()

  @MainActor
  @Test func closuresOfTheMainActorMayTouchItsState() async throws {
    let screen = Screen()
    let source = BFTaskCompletionSource<Int>()
    let failed = BFTask<Int>(error: TestError.first)
    let all = [
      source.task.continueWith(.mainThread) { screen.lines.append("with \($0.result!)") },
      source.task.continueWithTask(.mainThread) { task in
        screen.lines.append("with task \(task.result!)")
        return BFTask<Void>()
      },
      source.task.continueOnSuccessWith(.mainThread) { screen.lines.append("success \($0)") },
      source.task.continueOnSuccessWithTask(.mainThread) { value in
        screen.lines.append("success task \(value)")
        return BFTask<Void>()
      },
    ]
    DispatchQueue.global().async { source.set(result: 1) }
    try await BFTask.whenAll(all).get()
    #expect(
      screen.lines == ["with 1", "with task 1", "success 1", "success task 1"]
    )

    screen.lines = []
    let rescued = [
      failed.continueOnErrorWith(.mainThread) { error in
        screen.lines.append("\(error)")
        return 1
      },
      failed.continueOnErrorWith(.mainThread) { (error: TestError) in
        screen.lines.append("typed \(error)")
        return 2
      },
      failed.continueOnErrorWithTask(.mainThread) { error in
        screen.lines.append("task \(error)")
        return BFTask(3)
      },
      failed.continueOnErrorWithTask(.mainThread) { (error: TestError) in
        screen.lines.append("typed task \(error)")
        return BFTask(4)
      },
    ]
    #expect(rescued.map(\.result) == [1, 2, 3, 4])
    #expect(screen.lines == ["first", "typed first", "task first", "typed task first"])
  }

  @MainActor
  @Test func workCanBeStartedOnTheMainActor() {
    let screen = Screen()
    BFTask.execute(.mainThread) { screen.lines.append("execute") }
    BFTask.executeWithTask(.mainThread) {
      screen.lines.append("executeWithTask")
      return BFTask<Void>()
    }
    let made = BFTask(.mainThread) { screen.lines.append("init") }
    #expect(made.completed)
    #expect(screen.lines == ["execute", "executeWithTask", "init"])
  }

  @MainActor
  @Test func theTypedFormLeavesOtherErrorsAlone() {
    let task = BFTask<Int>(error: TestError.first)
      .continueOnErrorWith(.mainThread) { (_: OtherError) in 1 }
    #expect(task.ending == .error("first"))
  }

  @MainActor
  @Test func aTokenKeepsAClosureOfTheMainActorFromRunning() {
    let source = BFCancellationTokenSource()
    source.cancel()
    let screen = Screen()
    let task = BFTask(1).continueWith(.mainThread, cancellationToken: source.token) { _ in
      screen.lines.append("ran")
    }
    #expect(task.ending == .cancelled)
    #expect(screen.lines == [])
  }

  @MainActor
  @Test func closuresWithoutAnExecutorRunWhereTheyAreWritten() async throws {
    let screen = Screen()
    let source = BFTaskCompletionSource<Int>()
    let end = source.task
      .continueOnSuccessWith { number -> Int in
        screen.add("success \(number)")
        return number
      }
      .continueWithTask { task -> BFTask<Int> in
        screen.add("with task \(task.result!)")
        return task
      }
    DispatchQueue.global().async { source.set(result: 1) }
    #expect(try await end.get() == 1)
    #expect(screen.lines == ["success 1", "with task 1"])
  }

  @MainActor
  @Test func aLoopRunsBothClosuresOnTheMainThread() async throws {
    let screen = Screen()
    let source = BFTaskCompletionSource<Void>()
    let end = source.task.continueWhile(.mainThread) {
      screen.add("condition")
      return screen.lines.count < 3
    } continuation: { _ in
      screen.add("round")
      return BFTask<Void>()
    }
    DispatchQueue.global().async { source.set(result: ()) }
    try await end.get()
    #expect(screen.lines == ["condition", "round", "condition"])
  }

  /// The condition is nonisolated, and runs where the task ends.
  @Test func aRoundOfTheMainActorRunsThereThoughItsConditionRunsElsewhere() async throws {
    let screen = Screen()
    let source = BFTaskCompletionSource<Void>()
    let asked = Counter()
    let end = source.task.continueWhile {
      asked.add()
      return asked.value < 3
    } continuation: { @MainActor _ in
      screen.add("round")
      return BFTask<Void>()
    }
    DispatchQueue.global().async { source.set(result: ()) }
    try await end.get()
    #expect(await screen.lines == ["round", "round"])
    #expect(asked.value == 3)
  }

  @MainActor
  @Test func theyRunInTheCallWhenAlreadyThere() {
    let screen = Screen()
    let source = BFTaskCompletionSource<Int>()
    source.task.continueWith { _ in screen.lines.append("before") }
    source.set(result: 1)
    source.task.continueWith { _ in screen.lines.append("after") }
    #expect(screen.lines == ["before", "after"])
  }

  @Test func aMarkedClosureRunsOnTheMainActor() async throws {
    let screen = Screen()
    let source = BFTaskCompletionSource<Int>()
    let end = source.task.continueWith { @MainActor _ in screen.add("marked") }
    source.set(result: 1)
    try await end.get()
    #expect(await screen.lines == ["marked"])
  }

  private actor Shelf {
    var numbers: [Int] = []

    func keep(_ task: BFTask<Int>) -> BFTask<Int> {
      task.continueOnSuccessWith { number in
        self.preconditionIsolated()
        self.numbers.append(number)
        return self.numbers.count
      }
    }
  }

  @Test func aClosureOfAnActorRunsOnTheActor() async throws {
    let shelf = Shelf()
    let source = BFTaskCompletionSource<Int>()
    let end = await shelf.keep(source.task)
    DispatchQueue.global().async { source.set(result: 7) }
    #expect(try await end.get() == 1)
    #expect(await shelf.numbers == [7])
  }

  @Test func inNonisolatedCodeTheyRunOnTheDefaultExecutor() {
    let log = Log<String>()
    let source = BFTaskCompletionSource<Int>()
    source.task.continueWith { _ in log.add("before") }
    source.set(result: 1)
    source.task.continueWith { _ in log.add("after") }
    #expect(log.all == ["before", "after"])
  }
}
