import Dispatch
import Futures
import FuturesTesting
import TestSupport
import Testing

/// State that only the main actor may access.
///
/// That these tests compile is half of what they check.
@MainActor
private final class Screen {
  var lines: [String] = []

  func add(_ line: String) {
    MainActor.assertIsolated()
    lines.append(line)
  }

  func show(_ value: Int) { add("show \(value)") }
}

/// Closures in main-actor code, without an annotation and without a context.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct MainActorClosureTests {
  private let screen = Screen()
  private let one = Future<Int, TestError>(value: 1)
  private let failed = Future<Int, TestError>(error: .first)

  // MARK: Each operation, on a future that has settled

  @Test func transformsRunAtOnce() {
    let screen = screen
    let mapped = one.map { value in
      screen.add("map")
      return value + 1
    }
    #expect(mapped.currentValue == 2)
    #expect(failed.mapError { _ in screen.lines.isEmpty ? OtherError.other : .other }.isSettled)
    #expect(failed.recover { _ in screen.lines.count }.currentValue == 1)
    #expect(screen.lines == ["map"])
  }

  @Test func furtherWorkIsStartedAtOnce() {
    let screen = screen
    let next: @MainActor @Sendable (Int) -> Future<Int, TestError> = { value in
      screen.add("next \(value)")
      return Future(value: value + 1)
    }
    #expect(one.flatMap { next($0) }.currentValue == 2)
    #expect(one.flatMap(next).currentValue == 2)
    #expect(failed.flatMapError { _ in next(3) }.currentValue == 4)
    #expect(Future<Int, Never>(value: 5).flatMap { next($0) }.currentValue == 6)
    #expect(screen.lines == ["next 1", "next 1", "next 3", "next 5"])
  }

  @Test func observersRunAtOnce() {
    let screen = screen
    one.onComplete { _ in screen.add("complete") }
      .onSuccess { screen.add("success \($0)") }
      .onFailure { _ in screen.add("never") }
      .onSuccess(screen.show)
    failed.onFailure { screen.add("failure \($0)") }
    #expect(screen.lines == ["complete", "success 1", "show 1", "failure first"])
  }

  @Test func conditionsRunAtOnce() {
    let screen = screen
    screen.add("1")
    let wide = one.eraseFailure()
    #expect([one].firstValue(orElse: .second) { $0 == screen.lines.count }.currentValue == 1)
    #expect([wide].firstValue { $0 == screen.lines.count }.currentValue == 1)
  }

  @Test func workThatTheLibraryStartsRunsAtOnce() {
    let screen = screen
    #expect(Future<Int, Never> { screen.lines.count }.currentValue == 0)
    let retried = Future<Int, TestError>.retry {
      let attempt = RetryPolicy.currentAttempt
      screen.add("attempt \(attempt)")
      return attempt < 3 ? Future(error: .first) : Future(value: attempt)
    }
    #expect(retried.currentValue == 3)
    #expect(
      [1, 2].traverse { value -> Future<Int, TestError> in
        screen.show(value)
        return Future(value: value)
      }.currentValue == [1, 2]
    )
    #expect([one, one].fold(0) { $0 + $1 + screen.lines.count }.currentValue == 12)
  }

  @Test func asynchronousWorkRunsOnTheMainActor() async throws {
    let screen = screen
    let future = Future {
      screen.add("before")
      await Task.yield()
      screen.add("after")
    }
    await future.value
    #expect(screen.lines == ["before", "after"])
  }

  @Test func callbacksOfTokensAndPromisesRunAtOnce() {
    let screen = screen
    let source = CancellationSource()
    source.token.onCancel { screen.add("token") }
    source.cancel()
    let promise = Promise<Int, any Error>()
    promise.onCancel { screen.add("promise") }
    promise.cancel()
    #expect(screen.lines == ["token", "promise"])
  }

  // MARK: Completed elsewhere

  @Test func aClosureIsHandedOverOnceItsFutureSettlesElsewhere() async {
    let screen = screen
    let promise = Promise<Int, TestError>()
    promise.future.onSuccess(screen.show)
    elsewhere { promise.succeed(1) }
    #expect(screen.lines == [])
    await mainActorIsIdle()
    #expect(screen.lines == ["show 1"])
  }

  @Test func aChainHopsOnce() async {
    let screen = screen
    let promise = Promise<Int, TestError>()
    var last = promise.future
    for _ in 0..<10 {
      last = last.map { value in
        screen.show(value)
        return value + 1
      }
    }
    elsewhere { promise.succeed(1) }
    // This job is queued after the first link. If each link hopped, the others would run after it.
    DispatchQueue.main.async { MainActor.assumeIsolated { screen.add("next job") } }
    await mainActorIsIdle()
    #expect(screen.lines == (1...10).map { "show \($0)" } + ["next job"])
    #expect(last.currentValue == 11)
  }

  @Test func theOutcomeOfAnInnerFutureDoesNotHop() async {
    let screen = screen
    let outer = Promise<Int, TestError>()
    let inner = Promise<Int, TestError>()
    let futures = [outer.future, one].map { start in
      start.flatMap { value in
        screen.show(value)
        return inner.future
      }
    }
    elsewhere { outer.succeed(2) }
    await mainActorIsIdle()
    #expect(screen.lines == ["show 1", "show 2"])
    elsewhere { inner.succeed(3) }
    // The main actor has run no job since.
    #expect(futures.map(\.currentValue) == [3, 3])
  }

  @Test func aThreadThatLeavesTheMainQueueHandsClosuresOver() async {
    let screen = screen
    let promise = Promise<Int, TestError>()
    promise.future.onSuccess(screen.show)
    one.onSuccess { _ in screen.add("at once") }
    DispatchQueue(label: "not main").sync { _ = promise.succeed(1) }
    #expect(screen.lines == ["at once"])
    await mainActorIsIdle()
    #expect(screen.lines == ["at once", "show 1"])
  }

  @Test func observersRunInTheOrderOfRegistration() async {
    let screen = screen
    let promise = Promise<Int, TestError>()
    for number in 0..<5 { promise.future.onSuccess { _ in screen.show(number) } }
    elsewhere { promise.succeed(1) }
    await mainActorIsIdle()
    #expect(screen.lines == (0..<5).map { "show \($0)" })
  }

  @Test func aLongChainTakesConstantStack() async {
    let screen = screen
    let promise = Promise<Int, TestError>()
    var last = promise.future
    for _ in 0..<100_000 {
      last = last.map { value in
        MainActor.assertIsolated()
        return screen.lines.isEmpty ? value + 1 : 0
      }
    }
    promise.succeed(0)
    #expect(last.currentValue == 100_000)
  }

  // MARK: Cancelling

  @Test func aTokenReleasesTheClosureAndCancelsTheFuture() {
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let reference: WeakReference
    let future: Future<Int, any Error>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      future = promise.future.map(cancellation: source.token) { value in
        MainActor.assertIsolated()
        tracked.touch()
        return value
      }
    }
    source.cancel()
    #expect(future.currentError is CancellationError)
    #expect(reference.isGone)
    promise.succeed(1)
  }

  @Test func aClosureThatIsCancelledOnItsWayDoesNotRun() async {
    let screen = screen
    let source = CancellationSource()
    let promise = Promise<Int, any Error>()
    let derived = promise.future.map { screen.show($0) }
    promise.future.onSuccess(cancellation: source.token, screen.show)
    elsewhere { promise.succeed(1) }
    derived.cancel()
    source.cancel()
    await mainActorIsIdle()
    #expect(screen.lines == [])
    #expect(derived.currentError is CancellationError)
  }

  @Test func aClosureThatIsCancelledOnItsWayIsReleased() async {
    let promise = Promise<Int, any Error>()
    let reference: WeakReference
    let derived: Future<Void, any Error>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      derived = promise.future.map { _ in
        MainActor.assertIsolated()
        tracked.touch()
      }
    }
    elsewhere { promise.succeed(1) }
    derived.cancel()
    await mainActorIsIdle()
    #expect(reference.isGone)
    #expect(derived.currentError is CancellationError)
  }

  @Test func aClosureIsReleasedAfterItRan() async {
    let reference: WeakReference
    let promise = Promise<Int, TestError>()
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      promise.future.onSuccess { _ in
        MainActor.assertIsolated()
        tracked.touch()
      }
    }
    #expect(!reference.isGone)
    elsewhere { promise.succeed(1) }
    await mainActorIsIdle()
    #expect(reference.isGone)
  }

  @Test func aDroppedPromiseFailsWhatWaitsOnTheMainActor() async {
    let screen = screen
    var promise: Promise<Int, any Error>? = Promise()
    let future = promise?.future.map { screen.show($0) }
    promise?.future.onFailure { screen.add("\($0 is BrokenPromise)") }
    promise = nil
    #expect(screen.lines == ["true"])
    #expect(future?.currentError is BrokenPromise)
  }

  @Test func aThrowingClosureFailsTheFuture() async {
    let screen = screen
    let thrown = one.map { value -> Int in
      screen.show(value)
      throw OtherError.other
    }
    #expect(thrown.currentError is OtherError)
    let replaced = failed.recover { error throws(OtherError) -> Int in
      screen.add("\(error)")
      throw .other
    }
    #expect(replaced.currentError == .other)
    #expect(screen.lines == ["show 1", "first"])
  }

  // MARK: Not on the main actor

  @Test func nonisolatedClosuresRunWhereTheFutureIsCompleted() {
    let promise = Promise<Int, TestError>()
    let log = Log<Bool>()
    @Sendable nonisolated func note(_: Int) { log.add(isOnMainQueue) }
    promise.future.onSuccess(note)
    promise.future.on(.inline).onSuccess { _ in log.add(isOnMainQueue) }
    elsewhere { promise.succeed(1) }
    #expect(log.all == [false, false])
  }

  @Test func aContextTakesTheClosureElsewhere() async {
    let isElsewhere = one.on(.global()).map { _ in !isOnMainQueue }
    #expect(await isElsewhere.result == .success(true))
  }
}

private let mark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mark) == true }
