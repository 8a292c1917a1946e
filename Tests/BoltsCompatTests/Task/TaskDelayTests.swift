import BoltsCompat
import Dispatch
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct TaskDelayTests {
  private let clock = ManualClock()

  @Test func endsWithoutAResultAfterTheDelay() {
    let task = BFTask<Void>.withDelay(.milliseconds(100), clock: clock)
    clock.advance(by: .milliseconds(99))
    #expect(!task.completed)
    clock.advance(by: .milliseconds(1))
    #expect(task.completed && task.result != nil)
  }

  @Test func takesSecondsAsADouble() async throws {
    let start = ContinuousClock.now
    try await BFTask.withDelay(0.01).get()
    #expect(ContinuousClock.now - start >= .milliseconds(10))
    try await BFTask<Int>.withDelay(0.001).get()
  }

  @Test func aTokenCancelsADelayOfAnyType() {
    let source = BFCancellationTokenSource()
    let tasks = [
      BFTask<Void>.withDelay(3600, cancellationToken: source.token),
      BFTask<Int>.withDelay(3600, cancellationToken: source.token),
    ]
    source.cancel()
    #expect(tasks.allSatisfy { $0.cancelled })
  }

  @Test func theTypeOfItsResultNeedNotBeSaid() async throws {
    try await BFTask.withDelay(.milliseconds(1)).get()
    let task = BFTask.withDelay(.seconds(1), clock: clock)
    clock.advance(by: .seconds(1))
    #expect(task.completed)
    let other: BFTask<Void> = BFTask<Int>.withDelay(.seconds(1), clock: clock)
    #expect(!other.completed)
  }

  @MainActor
  @Test func endsOnAGlobalQueue() async throws {
    let mark = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: mark, value: true)
    for delay in [0.005, 0.05, 0.5, 5] {
      let isMain = BFTask<Void>.withDelay(delay).continueWith(.default) { _ in
        DispatchQueue.getSpecific(key: mark) == true
      }
      // A continuation that comes after the end runs here.
      if isMain.completed { continue }
      #expect(try await !isMain.get())
      return
    }
    Issue.record("the delays were over before a continuation could be registered")
  }

  @Test func theTimerKeepsTheTaskAliveAndNobodyElseHasTo() {
    let log = Log<String>()
    BFTask<Void>.withDelay(.seconds(1), clock: clock).continueWith { _ in log.add("later") }
    clock.advance(by: .seconds(1))
    #expect(log.all == ["later"])
  }

  @Test(arguments: [0, -1, -Double.infinity, .nan])
  func zeroNegativeAndNotANumberMeanAsSoonAsPossible(_ delay: Double) async throws {
    try await BFTask<Void>.withDelay(delay).get()
  }

  @Test(arguments: [Double.infinity, .greatestFiniteMagnitude, 1e18])
  func anExtremeDelayNeverEndsAndDoesNotTrap(_ delay: Double) {
    let source = BFCancellationTokenSource()
    let task = BFTask<Void>.withDelay(delay, cancellationToken: source.token)
    #expect(!task.completed)
    source.cancel()
    #expect(task.ending == .cancelled)
  }

  @Test func aTokenThatHasBeenCancelledMakesACancelledTask() {
    let source = BFCancellationTokenSource()
    source.cancel()
    let task = BFTask<Void>.withDelay(.seconds(1), clock: clock, cancellationToken: source.token)
    #expect(task.ending == .cancelled)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func cancellingTheTokenCancelsAtOnceAndRemovesTheTimer() {
    let source = BFCancellationTokenSource()
    let task = BFTask<Void>.withDelay(.seconds(1), clock: clock, cancellationToken: source.token)
    #expect(clock.pendingTimers.count == 1)
    source.cancel()
    #expect(task.ending == .cancelled)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aTokenThatIsCancelledAfterTheDelayChangesNothing() {
    let source = BFCancellationTokenSource()
    let task = BFTask<Void>.withDelay(.seconds(1), clock: clock, cancellationToken: source.token)
    clock.advance(by: .seconds(1))
    source.cancel()
    #expect(task.completed && !task.cancelled)
  }
}
