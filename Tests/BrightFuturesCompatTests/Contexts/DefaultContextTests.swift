import BrightFuturesCompat
import Dispatch
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct DefaultContextTests {
  @MainActor
  @Test func onMainItIsTheMainQueueWhichAlwaysHops() async {
    let log = Log<String>()
    let done = Future<Int, Never>(value: 1).map { _ in
      log.add(MarkedQueue.main.isCurrent ? "main" : "elsewhere")
    }
    log.add("after")
    #expect(!done.isCompleted)
    await done.get()
    #expect(log.all == ["after", "main"])
  }

  @Test func elsewhereItIsTheGlobalQueue() async {
    let isMain = await Future<Int, Never>(value: 1).map { _ in MarkedQueue.main.isCurrent }.get()
    #expect(!isMain)
  }

  @MainActor
  @Test func itIsDecidedAtRegistrationNotAtCompletion() async {
    let promise = Promise<Int, Never>()
    let onMain = promise.future.map { _ in MarkedQueue.main.isCurrent }
    let elsewhere = await Task.detached {
      promise.future.map { _ in MarkedQueue.main.isCurrent }
    }.value
    DispatchQueue.global().async { promise.success(1) }
    #expect(await onMain.get())
    #expect(await !elsewhere.get())
  }

  @MainActor
  @Test func itIsNotInheritedAlongAChain() async {
    let onMain = Future<Int, Never>(value: 1).map { _ in MarkedQueue.main.isCurrent }
    let next = await Task.detached { onMain.map { _ in MarkedQueue.main.isCurrent } }.value
    #expect(await onMain.get())
    #expect(await !next.get())
  }

  @Test func onTheMainQueueWithoutTheMainActorItIsTheMainQueueToo() async {
    // Where an asynchronous main drains the queue, `Thread.isMainThread` is false here.
    let isMain = await DispatchQueue.main.asyncValue {
      Future<Int, Never>(value: 1).map { _ in MarkedQueue.main.isCurrent }
    }.get().get()
    #expect(isMain)
  }

  @Test func everyMemberWithoutAContextUsesIt() {
    let context = ManualContext()
    let good = Future<Int, Oops>(value: 1)
    let bad = Future<Int, Oops>(error: .first)
    let calls = Counter()
    let futures: [Future<Void, Never>] = withDefaultContext(context.closure) {
      good.onComplete { _ in calls.add() }
      good.onSuccess { _ in calls.add() }
      bad.onFailure { _ in calls.add() }
      Async(result: 1).onComplete { _ in calls.add() }
      return [
        good.map { _ in }.recover(context: immediateExecutionContext) { _ in },
        good.map(\.description).asVoid().recover(context: immediateExecutionContext) { _ in },
        good.flatMap { _ in Future<Void, Oops>(value: ()) }
          .recover(context: immediateExecutionContext) { _ in },
        good.flatMap { _ in Result<Void, Oops>.success(()) }
          .recover(context: immediateExecutionContext) { _ in },
        bad.mapError { $0 }.asVoid().recover(context: immediateExecutionContext) { _ in },
        bad.recover { _ in 2 }.asVoid(),
        bad.recoverWith { _ in Future<Int, Never>(value: 2) }.asVoid(),
        (bad ?? 2).asVoid(),
        (bad ?? Future<Int, Never>(value: 2)).asVoid(),
        good.andThen { _ in }.asVoid().recover(context: immediateExecutionContext) { _ in },
        good.debug("it", logger: Silent()).asVoid()
          .recover(context: immediateExecutionContext) { _ in },
      ]
    }
    #expect(calls.value == 0)
    #expect(futures.map(\.isCompleted) == Array(repeating: false, count: 11))
    context.runAll()
    #expect(calls.value == 4)
    #expect(futures.map(\.isCompleted) == Array(repeating: true, count: 11))
  }

  private struct Silent: LoggerType {
    func log(message: String) {}
  }

  @Test func itCanBeReplacedForAScope() {
    let context = ManualContext()
    let promise = Promise<Int, Never>()
    let log = Log<Int>()
    withDefaultContext(context.closure) {
      _ = promise.future.onSuccess { log.add($0) }
    }
    promise.success(1)
    #expect(context.runAll() == 1)
    #expect(log.all == [1])
  }

  @Test func itCanBeReplacedForAnAsynchronousScope() async {
    let value = await withDefaultContext(immediateExecutionContext) {
      await Task.yield()
      return Future<Int, Never>(value: 1).map { $0 + 1 }.value
    }
    #expect(value == 2)
  }
}
