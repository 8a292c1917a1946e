import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct ConcurrencyLimitTests {
  private let limit = ConcurrencyLimit(2)
  private let server = ManualServer()

  @Test func callsStartInOrderAsOthersEnd() {
    let calls = ["a", "b", "c", "d"].map { name in limit.run { server.request(name) } }
    #expect(server.requests == ["a", "b"])
    #expect(limit.runningCount == 2)
    #expect(limit.waitingCount == 2)
    server.answer(1, 1)
    #expect(calls[1].currentValue == 1)
    #expect(server.requests == ["a", "b", "c"])
    // A failure ends a call, too.
    server.fail(2, TestError.first)
    #expect(calls[2].currentError as? TestError == .first)
    #expect(server.requests == ["a", "b", "c", "d"])
    server.answerAll(9)
    #expect(calls[3].currentValue == 9)
    #expect(limit.runningCount == 0)
    #expect(limit.waitingCount == 0)
  }

  @Test func cancellingAScopeReachesWorkThatCannotFailWithCancellation() {
    let scope = CancellationSource()
    let cancellations = Counter()
    let promise = Promise<Int, TestError>()
    let call = withCancellationScope(linkedTo: scope.token) {
      limit.run {
        CancellationToken.current.onCancel { cancellations.add() }
        return promise.future
      }
    }
    #expect(cancellations.value == 0)
    scope.cancel()
    #expect(cancellations.value == 1)
    #expect(!call.isSettled)
    #expect(limit.runningCount == 1)
    promise.succeed(1)
    #expect(limit.runningCount == 0)
  }

  @Test func oneThatComesLaterDoesNotOvertake() {
    let limit = ConcurrencyLimit(1)
    limit.run { server.request("a") }.onComplete { _ in
      limit.run { server.request("d") }.onComplete { _ in }
    }
    limit.run { server.request("b") }.onComplete { _ in }
    limit.run { server.request("c") }.onComplete { _ in }
    for number in 0..<4 { server.answer(number) }
    #expect(server.requests == ["a", "b", "c", "d"])
  }

  @Test func itIsSharedBetweenTypes() {
    let limit = ConcurrencyLimit(1)
    let promise = Promise<String, TestError>()
    let text = limit.run { promise.future }
    let number = limit.run { server.request("a") }
    #expect(server.requests == [])
    promise.fail(.second)
    #expect(text.currentError == .second)
    server.answer(0, 4)
    #expect(number.currentValue == 4)
  }

  @Test(arguments: [1, 0, -3])
  func lessThanOneIsOne(_ count: Int) {
    let recorder = DiagnosticsRecorder {
      $0.kind == .invalidArgument
        && $0.detail == "ConcurrencyLimit takes 1 or more, not \(count)"
    }
    let limit = recorder.record { ConcurrencyLimit(count) }
    #expect(limit.maxConcurrent == 1)
    #expect(recorder.diagnostics.count == (count < 1 ? 1 : 0))
  }

  @Test func whatTheClosureThrowsFailsTheCallAndGivesUpItsPlace() {
    let call: Future<Int, any Error> = limit.run { throw TestError.third }
    #expect(call.currentError as? TestError == .third)
    #expect(limit.runningCount == 0)
  }

  // MARK: Cancellation

  @Test func cancellingAWaitingCallRemovesIt() {
    let limit = ConcurrencyLimit(1)
    let source = CancellationSource()
    let first = limit.run { server.request("a") }
    let second = limit.run { server.request("b") }
    let third = limit.run(cancellation: source.token) { server.request("c") }
    let fourth = limit.run { server.request("d") }
    second.cancel()
    source.cancel()
    #expect(third.currentError is CancellationError)
    #expect(limit.waitingCount == 1)
    server.answer(0, 1)
    #expect(first.currentValue == 1)
    #expect(server.requests == ["a", "d"])
    server.answer(1, 2)
    #expect(fourth.currentValue == 2)
  }

  @Test func cancellingARunningCallStopsItsWorkAndStartsTheNext() {
    let limit = ConcurrencyLimit(1)
    let first = limit.run { server.request("a") }
    let second = limit.run { server.request("b") }
    first.cancel()
    #expect(server.cancellations == [0])
    #expect(server.requests == ["a", "b"])
    server.answer(1, 2)
    #expect(second.currentValue == 2)
    #expect(limit.runningCount == 0)
  }

  @Test func workThatCannotBeStoppedKeepsItsPlaceUntilItEnds() {
    let limit = ConcurrencyLimit(1)
    let promise = Promise<Int, TestError>()
    let source = CancellationSource()
    let first = limit.run(cancellation: source.token) { promise.future }
    let second = limit.run { server.request("b") }
    source.cancel()
    #expect(!first.isSettled)
    #expect(server.requests == [])
    promise.succeed(1)
    #expect(server.requests == ["b"])
    second.cancel()
  }

  @Test func aTokenCancelledBeforeStartsNothing() {
    let source = CancellationSource()
    source.cancel()
    let call = limit.run(cancellation: source.token) { server.request("a") }
    #expect(call.currentError is CancellationError)
    let throwing = limit.run(cancellation: source.token) {
      () throws -> Future<Int, any Error> in server.request("a")
    }
    #expect(throwing.currentError is CancellationError)
    #expect(server.requests == [])
    #expect(limit.runningCount == 0)
  }

  @Test func aCallThatIsCancelledOnItsWayToTheContextGivesUpItsPlace() {
    let context = ManualContext()
    let limit = ConcurrencyLimit(1)
    let call = limit.run(on: context.context) { server.request("a") }
    call.cancel()
    context.runAll()
    #expect(server.requests == [])
    #expect(limit.runningCount == 0)
  }

  @Test func aCallThatItsContextDropsGivesUpItsPlace() {
    let context = ManualContext()
    let limit = ConcurrencyLimit(1)
    let call = limit.run(on: context.context) { server.request("a") }
    let next = limit.run { server.request("b") }
    context.dropAll()
    #expect(call.currentError is CancellationError)
    #expect(server.requests == ["b"])
    next.cancel()
  }

  @Test func aBrokenPromiseEndsACall() {
    let limit = ConcurrencyLimit(1)
    let call = limit.run { Promise<Int, any Error>().future }
    #expect(call.currentError is BrokenPromise)
    let forgotten = limit.run { Future<Int, any Error>.never }
    #expect(!forgotten.isSettled)
    #expect(limit.runningCount == 0)
  }

  // MARK: Where closures run

  @Test @MainActor func aCallRunsWhereItIsWritten() async throws {
    let limit = ConcurrencyLimit(1)
    let model = Model()
    let promise = Promise<Int, any Error>()
    let first = limit.run { model.start(promise.future) }
    let second = limit.run { model.start(Future(value: 2)) }
    #expect(model.started == 1)
    elsewhere { promise.succeed(1) }
    #expect(try await first.value == 1)
    #expect(try await second.value == 2)
    #expect(model.started == 2)
  }

  // MARK: Async

  @Test func tasksTakeTurns() async throws {
    let limit = ConcurrencyLimit(1)
    let server = server
    let executor = StepwiseExecutor()
    let tasks = ["a", "b", "c"].map { name in
      let task = Task(executorPreference: executor) {
        try await limit.withPermit { try await server.request(name).value }
      }
      executor.runAll()
      return task
    }
    #expect(server.requests == ["a"])
    #expect(limit.waitingCount == 2)
    tasks[1].cancel()
    executor.runAll()
    #expect(limit.waitingCount == 1)
    server.answer(0, 5)
    executor.runAll()
    #expect(server.requests == ["a", "c"])
    server.fail(1, TestError.first)
    executor.runAll()
    #expect(try await tasks[0].value == 5)
    #expect(await tasks[1].result.failure is CancellationError)
    #expect(await tasks[2].result.failure is TestError)
    #expect(limit.runningCount == 0)
  }

  @Test func aTaskCancelledBeforeRunsNothingThoughThereIsRoom() async {
    let (limit, server) = (limit, server)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await limit.withPermit { _ = server.request("a") }
    }
    #expect(await task.result.failure is CancellationError)
    #expect(server.requests == [])
    #expect(limit.runningCount == 0)
  }

  // MARK: Stack and memory

  @Test func callsThatEndAtOnceTakeConstantStack() {
    let limit = ConcurrencyLimit(1)
    let ended = Counter()
    let gate = Promise<Int, any Error>()
    let calls = StressSize.links / 5
    onSmallStack {
      limit.run { gate.future }.onComplete { _ in }
      for _ in 0..<calls {
        limit.run { Future<Int, any Error>(value: 1) }.onSuccess { _ in ended.add() }
      }
      gate.succeed(1)
    }
    #expect(ended.value == calls)
    #expect(limit.runningCount == 0)
  }

  @Test func closuresAreReleasedWhenTheyAreOfNoMoreUse() {
    let limit = ConcurrencyLimit(1)
    let gate = Promise<Int, any Error>()
    let first = limit.run { gate.future }
    func wait() -> (Future<Int, any Error>, WeakReference) {
      let tracked = Tracked()
      let call = limit.run { [server] in
        tracked.touch()
        return server.request("a")
      }
      return (call, WeakReference(tracked))
    }
    let (second, reference) = wait()
    let (third, other) = wait()
    #expect(!reference.isGone)
    second.cancel()
    #expect(reference.isGone)
    gate.succeed(1)
    #expect(other.isGone)
    withExtendedLifetime((first, third)) {}
  }

  @Test func aLimitThatWasDroppedGoesOnForThoseWhoWait() {
    var limit: ConcurrencyLimit? = ConcurrencyLimit(1)
    let first = limit?.run { server.request("a") }
    let second = limit?.run { server.request("b") }
    limit = nil
    server.answer(0, 1)
    server.answer(1, 2)
    #expect([first?.currentValue, second?.currentValue] == [1, 2])
  }
}

@MainActor private final class Model {
  private(set) var started = 0

  func start(_ future: Future<Int, any Error>) -> Future<Int, any Error> {
    MainActor.assertIsolated()
    started += 1
    return future
  }
}
