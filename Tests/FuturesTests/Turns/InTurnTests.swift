import Futures
import FuturesTesting
import TestSupport
import Testing

/// The way in which façades call their users' closures one at a time.
@Suite struct InTurnTests {
  private let inline: ContextClosure = { task in task() }

  @Test(arguments: [true, false])
  func observersAreCalledInOrder(_ hasOwnObserver: Bool) {
    let order = Log<Int>()
    let promise = Promise<Int, TestError>()
    let future = promise.future
    if hasOwnObserver { future.onComplete { _ in order.add(0) } }
    for round in 1...3 {
      future.onCompleteInTurn { _ in order.add(10 * round) }
      future.onCompleteInTurn(on: inline) { _ in order.add(10 * round + 1) }
      future.onSuccessInTurn { _ in order.add(10 * round + 2) }
      future.onSuccessInTurn(on: inline) { _ in order.add(10 * round + 3) }
      future.onComplete { _ in order.add(10 * round + 4) }
    }
    promise.succeed(1)
    future.onCompleteInTurn { _ in order.add(40) }
    future.onCompleteInTurn(on: inline) { _ in order.add(41) }
    let rounds = (1...3).flatMap { round in (0...4).map { 10 * round + $0 } }
    #expect(order.all == (hasOwnObserver ? [0] : []) + rounds + [40, 41])
  }

  @Test func whatIsRegisteredInACallbackRunsAfterItInOrder() {
    let order = Log<Int>()
    let promise = Promise<Int, TestError>()
    let future = promise.future
    future.onCompleteInTurn { _ in
      future.onCompleteInTurn { _ in
        future.onCompleteInTurn { _ in order.add(5) }
        order.add(2)
      }
      future.onSuccessInTurn(on: self.inline) { _ in order.add(3) }
      future.onSuccessInTurn { _ in order.add(4) }
      order.add(1)
    }
    promise.succeed(1)
    #expect(order.all == [1, 2, 3, 4, 5])
  }

  @Test func failuresPassThoseByWhoWantTheValue() {
    struct Missed: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Missed }
    recorder.record {
      let promise = Promise<Int, Missed>()
      promise.future.onSuccessInTurn { _ in Issue.record("no value") }
      promise.future.onSuccessInTurn(on: inline) { _ in Issue.record("no value") }
      promise.fail(Missed())
    }
    #expect(recorder.diagnostics(of: .unobservedFailure).count == 1)
    let promise = Promise<Int, TestError>()
    let errors = Log<TestError?>()
    promise.future.onCompleteInTurn { errors.add($0.failure) }
    promise.future.onCompleteInTurn(on: inline) { errors.add($0.failure) }
    promise.fail(.first)
    #expect(errors.all == [.first, .first])
  }

  @Test func transformsGiveTheirOutcomeOn() {
    let future = Future<Int, TestError>(value: 1)
    let mapped = future.mapResultInTurn(on: inline) { $0.map { $0 + 1 } }
    let failed = future.mapResultInTurn(on: inline) { _ in Result<Int, TestError>.failure(.first) }
    let inner = Promise<String, TestError>()
    let chained = failed.flatMapResultInTurn(on: inline) { _ in inner.future }
    #expect(mapped.currentValue == 2 && failed.currentError == .first && !chained.isSettled)
    inner.succeed("inner")
    #expect(chained.currentValue == "inner")
  }

  @Test func whatAContextDropsStaysPending() {
    let future = Future<Int, any Error>(value: 1)
    let seen = Counter()
    let recorder = DiagnosticsRecorder { $0.began(in: "Tests/Dropped.swift") }
    recorder.record {
      let promise = Promise<Int, any Error>(fileID: "Tests/Dropped.swift")
      let derived = promise.future.mapResultInTurn(on: { _ in }) { $0 }
      derived.onComplete { _ in seen.add() }
      promise.succeed(1)
      #expect(!derived.isSettled)
    }
    future.onCompleteInTurn(on: { _ in }) { _ in seen.add() }
    #expect(seen.value == 0)
    #expect(recorder.diagnostics.isEmpty)
    future.onCompleteInTurn { _ in seen.add() }
    #expect(seen.value == 1, "the turn is free")
  }

  @Test func aTransformOfACancelledFutureDoesNotRun() {
    let tasks = Box<[@Sendable () -> Void]>([])
    let promise = Promise<Int, any Error>()
    let derived = promise.future.mapResultInTurn(on: { tasks.value.append($0) }) { result in
      Issue.record("cancelled")
      return result
    }
    promise.succeed(1)
    derived.cancel()
    tasks.value[0]()
    #expect(derived.currentError is CancellationError)
  }

  @Test func theClosureOfACancelledFutureIsReleasedByItsContext() {
    let tasks = Box<[@Sendable () -> Void]>([])
    let promise = Promise<Int, any Error>()
    weak var captured: Counter?
    func derive() -> Future<Int, any Error> {
      let calls = Counter()
      captured = calls
      return promise.future.mapInTurn(on: { tasks.value.append($0) }) { value in
        calls.add()
        return value
      }
    }
    let derived = derive()
    promise.succeed(1)
    derived.cancel()
    tasks.value[0]()
    #expect(captured == nil)
    #expect(derived.currentError is CancellationError)
  }

  @Test func aClosureThatItsContextDropsIsReleased() {
    let promise = Promise<Int, any Error>()
    weak var captured: Counter?
    func derive() -> Future<Int, any Error> {
      let calls = Counter()
      captured = calls
      return promise.future.mapInTurn(on: { _ in }) { value in
        calls.add()
        return value
      }
    }
    let derived = derive()
    promise.succeed(1)
    #expect(captured == nil)
    #expect(!derived.isSettled)
  }

  /// The context runs the transform, but not once more when it gets its turn.
  @Test func aParkedTransformThatItsContextDropsIsReleasedAndStaysPending() {
    let future = Future<Int, any Error>(value: 1)
    let submissions = Counter()
    let context: ContextClosure = { [submissions] task in
      submissions.add()
      if submissions.value == 1 { task() }
    }
    let derived = Box<Future<Int, any Error>?>(nil)
    let captured = Box<WeakReference?>(nil)
    future.onCompleteInTurn { _ in
      let tracked = Tracked()
      captured.value = WeakReference(tracked)
      derived.value = future.mapInTurn(on: context) { value in
        tracked.touch()
        return value
      }
    }
    #expect(submissions.value == 2)
    #expect(captured.value?.isGone == true)
    let ends = Counter()
    derived.value?.onComplete { _ in ends.add() }
    derived.value = nil
    #expect(ends.value == 0)
    future.onCompleteInTurn { _ in ends.add() }
    #expect(ends.value == 1, "the turn is free")
  }

  /// The context has run its task, which it keeps, and drops the one that it gets for the turn.
  @Test func aContextThatKeepsItsTasksKeepsNothingElseOfATransformThatItDropped() {
    let tasks = Box<[@Sendable () -> Void]>([])
    let context: ContextClosure = { task in
      if !tasks.value.isEmpty { return }
      tasks.value = [task]
      task()
    }
    let references = Box<[WeakReference]>([])
    do {
      let value = Tracked()
      let future = Future<Tracked, any Error>(value: value)
      references.value.append(WeakReference(value))
      future.onCompleteInTurn { _ in
        let tracked = Tracked()
        references.value.append(WeakReference(tracked))
        future.onSuccessInTurn(on: context) { _ in tracked.touch() }
      }
    }
    #expect(tasks.value.count == 1)
    #expect(references.value.map(\.isGone) == [true, true])
  }

  @Test func whatNobodyWillSettleIsPassedOnWithoutATurn() {
    let unable = Promise<Int, TestError>()
    let derived = unable.future.mapResultInTurn(on: { _ in Issue.record("no closure runs") }) {
      $0.mapError { $0 as any Error }
    }
    _ = consume unable
    #expect(derived.currentError is BrokenPromise)
  }

  @Test func observersOfAFutureThatIsAdoptedAreCalledOneAtATime() {
    let order = Log<String>()
    let (source, inner) = (Promise<Int, TestError>(), Promise<Int, TestError>())
    inner.future.onCompleteInTurn { _ in order.add("inner") }
    source.future.flatMap { _ in inner.future }.onCompleteInTurn { _ in order.add("outer") }
    source.succeed(1)
    inner.succeed(2)
    #expect(order.all == ["inner", "outer"])
  }
}
