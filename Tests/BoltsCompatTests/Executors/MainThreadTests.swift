import BoltsCompat
import Dispatch
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MainThreadTests {
  @MainActor
  @Test func runsInTheCallWhenAlreadyThere() {
    let log = Log<String>()
    BFTask(1).continueWith(.mainThread) { _ in log.add("plain") }
    BFTask(1).continueWith(on: .mainThread) { _ in log.add("isolated") }
    BFExecutor.mainThread.execute { log.add("job") }
    log.add("after")
    #expect(log.all == ["plain", "isolated", "job", "after"])
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
  }

  @MainActor
  @Test func closuresOfTheMainActorMayTouchItsState() async throws {
    let screen = Screen()
    let source = BFTaskCompletionSource<Int>()
    let failed = BFTask<Int>(error: TestError.first)
    let all = [
      source.task.continueWith(on: .mainThread) { screen.lines.append("with \($0.result!)") },
      source.task.continueWithTask(on: .mainThread) { task in
        screen.lines.append("with task \(task.result!)")
        return BFTask<Void>()
      },
      source.task.continueOnSuccessWith(on: .mainThread) { screen.lines.append("success \($0)") },
      source.task.continueOnSuccessWithTask(on: .mainThread) { value in
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
      failed.continueOnErrorWith(on: .mainThread) { error in
        screen.lines.append("\(error)")
        return 1
      },
      failed.continueOnErrorWith(on: .mainThread) { (error: TestError) in
        screen.lines.append("typed \(error)")
        return 2
      },
      failed.continueOnErrorWithTask(on: .mainThread) { error in
        screen.lines.append("task \(error)")
        return BFTask(3)
      },
      failed.continueOnErrorWithTask(on: .mainThread) { (error: TestError) in
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
    BFTask.execute(on: .mainThread) { screen.lines.append("execute") }
    BFTask.executeWithTask(on: .mainThread) {
      screen.lines.append("executeWithTask")
      return BFTask<Void>()
    }
    let made = BFTask(on: .mainThread) { screen.lines.append("init") }
    #expect(made.completed)
    #expect(screen.lines == ["execute", "executeWithTask", "init"])
  }

  @MainActor
  @Test func theTypedFormLeavesOtherErrorsAlone() {
    let task = BFTask<Int>(error: TestError.first)
      .continueOnErrorWith(on: .mainThread) { (_: OtherError) in 1 }
    #expect(task.ending == .error("first"))
  }

  @MainActor
  @Test func aTokenKeepsAClosureOfTheMainActorFromRunning() {
    let source = BFCancellationTokenSource()
    source.cancel()
    let screen = Screen()
    let task = BFTask(1).continueWith(on: .mainThread, cancellationToken: source.token) { _ in
      screen.lines.append("ran")
    }
    #expect(task.ending == .cancelled)
    #expect(screen.lines == [])
  }
}
