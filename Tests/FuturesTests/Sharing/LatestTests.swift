import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct LatestTests {
  private let latest = Latest<Int, any Error>()
  private let server = ManualServer()
  private let clock = ManualClock()

  // MARK: Starting

  @Test func startingAgainCancelsWhatRan() {
    let first = latest.start { server.request("a") }
    #expect(latest.future?.isSettled == false)
    let second = latest.start { server.request("b") }
    #expect(first.currentError is SupersededError)
    #expect(server.cancellations == [0])
    server.answer(1, 2)
    #expect(second.currentValue == 2)
    #expect(latest.currentValue == 2)
  }

  @Test func whatRanIsCancelledBeforeAnythingIsStarted() {
    let events = Log<String>()
    let promise = Promise<Int, any Error>()
    promise.onCancel { events.add("cancel") }
    latest.start { promise.future }.onSettled { events.add("settle") }
    latest.start {
      events.add("start")
      return Future(value: 1)
    }
    #expect(Set(events.all.prefix(2)) == ["cancel", "settle"])
    #expect(events.all.last == "start")
  }

  @Test func nothingWasStartedAtFirst() {
    #expect(latest.future == nil)
    #expect(latest.currentValue == nil)
    latest.cancel()
    latest.start { server.request("a") }
    #expect(server.requests == ["a"])
  }

  @Test func theValueStaysWhenTheWorkHasEnded() {
    let first = latest.start { server.request("a") }
    server.answer(0, 1)
    #expect(latest.currentValue == 1)
    latest.start { server.request("b") }
    #expect(latest.currentValue == nil)
    #expect(first.currentValue == 1)
    #expect(server.cancellations == [])
  }

  @Test func cancellingEndsTheNewest() {
    let work = latest.start { server.request("a") }
    latest.cancel()
    #expect(work.currentError is CancellationError)
    #expect(latest.future?.currentError is CancellationError)
    #expect(server.cancellations == [0])
  }

  @Test func cancellingTheFutureStopsTheWork() {
    latest.start { server.request("a") }.cancel()
    #expect(server.cancellations == [0])
  }

  /// A model that shows a spinner ignores the one, and stops the spinner for the other.
  @Test func supersededWorkDiffersFromWorkThatReportsCancellation() {
    let superseded = latest.start { server.request("a") }
    let thrown = latest.start { throw CancellationError() }
    #expect(thrown.currentError is CancellationError)
    latest.start { server.request("b") }
    #expect(superseded.currentError is SupersededError)
    #expect(thrown.currentError is CancellationError)
    let paused = latest.debounce(.seconds(1), clock: clock) { server.request("c") }
    latest.debounce(.seconds(1), clock: clock) { throw CancellationError() }
    clock.advance(by: .seconds(1))
    #expect(paused.currentError is SupersededError)
    #expect(latest.future?.currentError is CancellationError)
  }

  @Test func supersededWorkIsNoFailureToShow() {
    let (errors, ends) = (Log<String>(), Counter())
    let recorder = DiagnosticsRecorder {
      $0.error is SupersededError || $0.error is CancellationError
    }
    recorder.record {
      latest.start { server.request("a") }.onFailure { errors.add("\($0)") }
      latest.start { server.request("b") }.onSettled { ends.add() }
      latest.cancel()
    }
    #expect(errors.all == [])
    #expect(ends.value == 1)
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func anErrorTypeOfItsOwnHoldsItsCancellation() {
    let latest = Latest<Int, StoppableError>()
    let first = latest.start { .never }
    latest.start { Future(error: .failed) }
    #expect(first.currentError == .stopped)
  }

  // MARK: Work inside work

  @Test func workThatTheNewestStartsIsPartOfIt() {
    let outer = latest.start { latest.start { server.request("a") } }
    #expect(server.cancellations == [])
    server.answer(0, 1)
    #expect(outer.currentValue == 1)
    #expect(latest.currentValue == 1)
  }

  @Test func workInsideWorkSupersedesWhatWasStartedThereBefore() {
    let outer = latest.start {
      let first = latest.start { server.request("a") }
      let second = latest.start { server.request("b") }
      #expect(first.currentError is SupersededError)
      return second
    }
    #expect(server.cancellations == [0])
    let next = latest.start { server.request("c") }
    #expect(outer.currentError is SupersededError)
    #expect(server.cancellations == [0, 1])
    #expect(!next.isSettled)
  }

  @Test func workInsideWorkEndsWithItAlsoWithoutCancellation() {
    let latest = Latest<Int, Never>()
    let (promise, shown) = (Promise<Int, Never>(), Log<Int>())
    latest.start { latest.start { promise.future }.onSuccess { shown.add($0) } }
    latest.start { Future(value: 2) }.onSuccess { shown.add($0) }
    promise.succeed(1)
    #expect(shown.all == [2])
  }

  @Test func aTaskMayStartOneAfterTheOther() async throws {
    let (latest, server) = (latest, server)
    let outer = latest.start { () async throws -> Int in
      let first = try await latest.start { Future(value: 1) }.value
      return try await latest.start { Future(value: first + 1) }.value
    }
    #expect(try await outer.value == 2)
    #expect(server.requests == [])
  }

  @Test func workThatWasSupersededSupersedesNothing() {
    let resume = Log<@Sendable () -> Void>()
    latest.start {
      let token = CancellationToken.current
      resume.add { [latest, server] in
        latest.start(cancellation: token) { server.request("late") }
      }
      return server.request("a")
    }
    let second = latest.start { server.request("b") }
    for call in resume.all { call() }
    #expect(server.requests == ["a", "b"])
    #expect(!second.isSettled)
  }

  @Test func whatRunsIsCancelledWhenTheObjectGoes() {
    let server = server
    let future: Future<Int, any Error>
    do {
      let latest = Latest<Int, any Error>()
      future = latest.start { server.request("a") }
      #expect(!future.isSettled)
    }
    #expect(future.currentError is CancellationError)
    #expect(server.cancellations == [0])
  }

  @Test func whatTheClosureThrowsFailsTheFuture() {
    #expect(latest.start { throw TestError.first }.currentError as? TestError == .first)
  }

  @Test func errorsMayBeTyped() {
    let latest = Latest<Int, StoppableError>()
    let first = latest.start { .never }
    let second = latest.start { Future(error: .failed) }
    #expect(first.currentError == .stopped)
    #expect(second.currentError == .failed)
  }

  @Test func workThatCannotBeCancelledIsNotHeardOf() {
    let latest = Latest<Int, Never>()
    let promises = (0..<2).map { _ in Promise<Int, Never>() }
    let shown = Log<Int>()
    let recorder = DiagnosticsRecorder { $0.kind == .lostCancellation && $0.began() }
    recorder.record {
      for promise in promises { latest.start { promise.future }.onSuccess { shown.add($0) } }
    }
    promises[1].succeed(1)
    promises[0].succeed(0)
    #expect(shown.all == [1])
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func aResultOnItsWayIsNotDeliveredAfterTheNextStart() {
    let context = ManualContext()
    let shown = Log<Int>()
    func start(_ name: String) {
      latest.start(on: context.context) { [server] in server.request(name) }
        .on(context.context).onSuccess { shown.add($0) }
      context.runNext()
    }
    start("a")
    server.answer(0, 1)
    #expect(!context.isEmpty)
    start("b")
    context.runAll()
    #expect(shown.all == [])
    server.answer(1, 2)
    context.runAll()
    #expect(shown.all == [2])
  }

  @Test @MainActor func workRunsWhereItIsWritten() async throws {
    let model = SearchModel(clock)
    model.search("a")
    #expect(model.started == ["a"])
    let answer0 = model.answers[0]
    elsewhere { answer0.succeed(1) }
    // The first answer is on its way to the main actor.
    model.search("b")
    let answer1 = model.answers[1]
    elsewhere { answer1.succeed(2) }
    #expect(model.items == [])
    await mainActorIsIdle()
    #expect(model.items == [2])
  }

  // MARK: Pausing

  @Test func workIsStartedOnceNoCallHasComeForAWhile() {
    let names = ["s", "so", "soc", "sock"]
    let futures = names.map { name in
      clock.advance(by: .milliseconds(299))
      return latest.debounce(.milliseconds(300), clock: clock) { server.request(name) }
    }
    #expect(server.requests == [])
    #expect(clock.pendingTimers.count == 1)
    #expect(futures.dropLast().allSatisfy { $0.currentError is SupersededError })
    clock.advance(by: .milliseconds(300))
    #expect(server.requests == ["sock"])
    server.answer(0, 4)
    #expect(futures.last?.currentValue == 4)
    #expect(latest.currentValue == 4)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aCallCancelsAtOnceWhatWasStarted() {
    latest.debounce(.seconds(1), clock: clock) { server.request("a") }
    clock.advance(by: .seconds(1))
    latest.debounce(.seconds(1), clock: clock) { server.request("b") }
    #expect(server.cancellations == [0])
    let third = latest.start { server.request("c") }
    clock.advance(by: .seconds(2))
    #expect(server.requests == ["a", "c"])
    server.answer(1, 3)
    #expect(third.currentValue == 3)
  }

  @Test func whatPausedWorkThrowsFailsItsFuture() {
    @Sendable func work(_ name: String) throws -> Future<Int, any Error> {
      guard name != "a" else { throw TestError.first }
      return server.request(name)
    }
    let first = latest.debounce(.seconds(1), clock: clock) { try work("a") }
    #expect(!first.isSettled)
    clock.advance(by: .seconds(1))
    #expect(first.currentError as? TestError == .first)
    let second = latest.debounce(.seconds(1), clock: clock) { try work("b") }
    clock.advance(by: .seconds(1))
    #expect(server.requests == ["b"])
    server.answer(0, 2)
    #expect(second.currentValue == 2)
  }

  @Test func pausedWorkThatMayThrowRunsOnTheContext() {
    let manual = ManualContext()
    let result = latest.debounce(.seconds(1), clock: clock, on: manual.context) {
      () throws -> Future<Int, any Error> in throw TestError.second
    }
    clock.advance(by: .seconds(1))
    #expect(!result.isSettled)
    manual.runAll()
    #expect(result.currentError as? TestError == .second)
  }

  @Test func cancellingRemovesTheTimer() {
    let first = latest.debounce(.seconds(1), clock: clock) { server.request("a") }
    first.cancel()
    #expect(clock.pendingTimers.isEmpty)
    latest.debounce(.seconds(1), clock: clock) { server.request("b") }
    latest.cancel()
    #expect(clock.pendingTimers.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(server.requests == [])
  }

  @Test func aTimerDoesNotOutliveWorkThatIsSupersededWhileItIsBeingMade() {
    let interrupted = InterruptedClock()
    interrupted.interruption.value = { [latest, server] in
      latest.start { server.request("b") }
    }
    latest.debounce(.seconds(1), clock: interrupted) { server.request("a") }
    #expect(interrupted.base.pendingTimers.isEmpty)
    #expect(server.requests == ["b"])
  }

  @Test @MainActor func pausedWorkThatMayThrowRunsWhereItIsWritten() async throws {
    let calls = Counter()
    let (clock, latest) = (clock, latest)
    latest.debounce(.seconds(1), clock: clock) { () throws -> Future<Int, any Error> in
      Future(value: calls.add())
    }
    elsewhere { clock.advance(by: .seconds(1)) }
    #expect(calls.value == 0)
    await mainActorIsIdle()
    #expect(calls.value == 1)
  }

  @Test @MainActor func pausedWorkRunsWhereItIsWritten() async throws {
    let model = SearchModel(clock)
    model.type("a")
    model.type("ab")
    let clock = clock
    elsewhere { clock.advance(by: .milliseconds(300)) }
    await mainActorIsIdle()
    #expect(model.started == ["ab"])
    model.answers[0].succeed(7)
    #expect(model.items == [7])
  }

  // MARK: Leaks

  @Test func closuresAreReleasedWhenTheyAreOfNoMoreUse() {
    func tracked() -> WeakReference {
      let tracked = Tracked()
      latest.debounce(.seconds(1), clock: clock) { [server] in
        tracked.touch()
        return server.request("a")
      }
      return WeakReference(tracked)
    }
    let first = tracked()
    #expect(!first.isGone)
    let second = tracked()
    #expect(first.isGone)
    clock.advance(by: .seconds(1))
    #expect(second.isGone)
    #expect(latest.future?.isSettled == false)
  }

  @Test func observersOfSupersededWorkAreReleasedThoughItsFutureStaysPending() {
    let reference: WeakReference
    do {
      let latest = Latest<Int, TestError>()
      let tracked = Tracked()
      reference = WeakReference(tracked)
      latest.start { .never }.onSuccess { _ in tracked.touch() }
      latest.start { .never }.onSuccess { _ in tracked.touch() }
    }
    #expect(reference.isGone)
  }

  // MARK: Contexts that destroy their jobs

  @Test(arguments: [false, true])
  func aContextThatDestroysTheDeliveryCancelsTheFuture(_ pauses: Bool) {
    let manual = ManualContext()
    let future =
      pauses
      ? latest.debounce(.seconds(1), clock: clock, on: manual.context) { server.request("a") }
      : latest.start(on: manual.context) { server.request("a") }
    clock.advance(by: .seconds(1))
    #expect(manual.runAll() == 1)
    server.answer(0, 1)
    #expect(!future.isSettled)
    manual.dropAll()
    #expect(future.currentError is CancellationError)
  }

  @Test func aContextThatWasInvalidatedLeavesTheFuturePending() {
    let manual = ManualContext()
    let view = InvalidationToken()
    let context = view.validContext(on: manual.context)
    let future = latest.start(on: context) { server.request("a") }
    manual.runAll()
    view.invalidate()
    server.answer(0, 1)
    manual.runAll()
    #expect(!future.isSettled)
  }

  @Test func anOwnerIsNotKeptByWorkThatHasStarted() {
    let reference: WeakReference
    do {
      let owner = Owner()
      reference = WeakReference(owner.tracked)
      owner.load(server)
    }
    #expect(reference.isGone)
    #expect(server.cancellations == [0])
  }
}

private final class Owner: Sendable {
  let tracked = Tracked()
  let latest = Latest<Int, any Error>()

  func load(_ server: ManualServer) {
    latest.start {
      self.tracked.touch()
      return server.request("a")
    }
  }
}

@MainActor private final class SearchModel {
  let latest = Latest<Int, any Error>()
  private(set) var items: [Int] = []
  private(set) var started: [String] = []
  private(set) var answers: [Promise<Int, any Error>] = []
  private let clock: ManualClock

  init(_ clock: ManualClock) { self.clock = clock }

  func search(_ text: String) {
    latest.start { self.find(text) }.onSuccess { self.items.append($0) }
  }

  func type(_ text: String) {
    latest.debounce(.milliseconds(300), clock: clock) { self.find(text) }
      .onSuccess { self.items.append($0) }
  }

  private func find(_ text: String) -> Future<Int, any Error> {
    MainActor.assertIsolated()
    started.append(text)
    let promise = Promise<Int, any Error>()
    answers.append(promise)
    return promise.future
  }
}
