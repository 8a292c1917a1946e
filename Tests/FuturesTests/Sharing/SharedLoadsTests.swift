import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct SharedLoadsTests {
  private typealias Loads = SharedLoads<String, Int, any Error>

  private let clock = ManualClock()
  private let server = ManualServer()

  private func loads(_ retention: Retention<Int> = .everything) -> Loads {
    Loads(keeping: retention, clock: clock)
  }

  @Test func aClockThatIsSetBackKeepsNoValueLonger() {
    let clock = JumpingClock()
    let loads = Loads(keeping: .everything(for: .seconds(10)), clock: clock)
    _ = loads.load("a") { server.request("a") }
    server.answer(0, 1)
    #expect(loads.keptValue(for: "a") == 1)
    clock.jump(by: .seconds(-3600))
    #expect(loads.keptValue(for: "a") == nil)
    #expect(loads.count == 0)
  }

  @Test func aValueThatArrivesWhileTheClockIsReadIsNotTooOld() {
    let clock = JumpingClock()
    let loads = Loads(keeping: .everything(for: .seconds(10)), clock: clock)
    clock.afterNextRead { [server] in
      clock.jump(by: .milliseconds(1))
      _ = loads.load("a") { server.request("a") }
      server.answer(0, 1)
    }
    let second = loads.load("a") { server.request("a") }
    #expect(second.currentValue == 1)
    #expect(loads.count == 1)
  }

  // MARK: Sharing

  @Test func thoseWhoAskMeanwhileShareALoad() {
    let loads = loads()
    let answers = (0..<100).map { _ in loads.load("a") { server.request("a") } }
    let other = loads.load("b") { server.request("b") }
    #expect(server.requests == ["a", "b"])
    server.answer(0, 7)
    #expect(answers.allSatisfy { $0.currentValue == 7 })
    #expect(!other.isSettled)
  }

  @Test func aFailureReachesAllAndIsNotKept() {
    let loads = loads()
    let answers = (0..<3).map { _ in loads.load("a") { server.request("a") } }
    server.fail(0, TestError.first)
    #expect(answers.allSatisfy { $0.currentError as? TestError == .first })
    #expect(loads.count == 0)
    let next = loads.load("a") { server.request("a") }
    #expect(!next.isSettled)
    server.answer(1, 2)
    #expect(next.currentValue == 2)
  }

  @Test func whatTheClosureThrowsFailsTheLoad() {
    let failed = loads().load("a") { throw TestError.second }
    #expect(failed.currentError as? TestError == .second)
  }

  @Test func errorsMayBeTyped() {
    let loads = SharedLoads<Int, Int, StoppableError>()
    let promise = Promise<Int, StoppableError>()
    let first = loads.load(1) { promise.future }
    let second = loads.load(1) { promise.future }
    #expect(first.cancel())
    #expect(first.currentError == .stopped)
    promise.fail(.failed)
    #expect(second.currentError == .failed)
  }

  @Test func anObserverThatAsksAgainFindsTheValue() {
    let loads = loads()
    let again = Box<Int?>(nil)
    loads.load("a") { server.request("a") }
      .onSuccess { _ in again.value = loads.load("a") { server.request("a") }.currentValue }
    server.answer(0, 3)
    #expect(again.value == 3)
    #expect(server.requests == ["a"])
  }

  // MARK: Cancellation

  @Test func theLoadGoesOnForThoseWhoAreLeft() {
    let loads = loads()
    let source = CancellationSource()
    let first = loads.load("a") { server.request("a") }
    let second = loads.load("a", cancellation: source.token) { server.request("a") }
    let third = loads.load("a") { server.request("a") }
    #expect(first.cancel())
    source.cancel()
    #expect(second.currentError is CancellationError)
    #expect(server.cancellations == [])
    server.answer(0, 5)
    #expect(third.currentValue == 5)
  }

  @Test func theLastOneThatLeavesCancelsTheLoad() {
    let loads = loads()
    let answers = (0..<3).map { _ in loads.load("a") { server.request("a") } }
    for answer in answers { answer.cancel() }
    #expect(server.cancellations == [0])
    let next = loads.load("a") { server.request("a") }
    #expect(server.requests == ["a", "a"])
    server.answer(1, 1)
    #expect(next.currentValue == 1)
    #expect(loads.keptValue(for: "a") == 1)
  }

  @Test func aTokenCancelledBeforeStartsNothing() {
    let source = CancellationSource()
    source.cancel()
    let answer = loads().load("a", cancellation: source.token) { server.request("a") }
    #expect(answer.currentError is CancellationError)
    let throwing = loads().load("a", cancellation: source.token) {
      () throws -> Future<Int, any Error> in server.request("a")
    }
    #expect(throwing.currentError is CancellationError)
    #expect(server.requests == [])
  }

  @Test func aLoadThatIsLeftBeforeItStartsNeverStarts() {
    let context = ManualContext()
    let answer = loads().load("a", on: context.context) { server.request("a") }
    answer.cancel()
    context.runAll()
    #expect(server.requests == [])
  }

  @Test func aLoadDoesNotBelongToTheScopeOfTheOneWhoStartedIt() {
    let loads = loads()
    let scope = CancellationSource()
    let first = withCancellationScope(linkedTo: scope.token) {
      loads.load("a") { server.request("a") }
    }
    let second = loads.load("a") { server.request("a") }
    scope.cancel()
    #expect(first.currentError is CancellationError)
    #expect(server.cancellations == [])
    server.answer(0, 1)
    #expect(second.currentValue == 1)
  }

  @Test func whatALoadHasStartedStopsWithIt() {
    let loads = loads()
    let stopped = Counter()
    let answer = loads.load("a") {
      CancellationToken.current.onCancel { stopped.add() }
      return .never
    }
    answer.cancel()
    #expect(stopped.value == 1)
  }

  @Test func theTokenOfALoadIsCancelledWithIt() {
    let loads = loads()
    let token = Box(CancellationToken.never)
    let answer = loads.load(
      "a",
      cancellation: .never,
      startingWith: { scope in
        token.value = scope
        return .never
      }
    )
    #expect(!token.value.isCancelled)
    answer.cancel()
    #expect(token.value.isCancelled)
  }

  @Test func aLoadThatCannotBeCancelledIsLeftAlone() {
    let loads = SharedLoads<String, Int, Never>()
    let promise = Promise<Int, Never>()
    let source = CancellationSource()
    let first = loads.load("a", cancellation: source.token) { promise.future }
    source.cancel()
    #expect(!first.isSettled)
    let second = loads.load("a") { Future(value: 2) }
    #expect(second.currentValue == 2)
    promise.succeed(1)
    #expect(loads.keptValue(for: "a") == 2)
  }

  // MARK: Async

  @Test func tasksShareALoadAndLeaveIt() async throws {
    let loads = loads()
    let executor = StepwiseExecutor()
    let server = server
    let tasks = (0..<2).map { _ in
      Task(executorPreference: executor) {
        try await loads.value(for: "a") { try await server.request("a").value }
      }
    }
    executor.runAll()
    try await server.waitForRequests(1)
    tasks[0].cancel()
    executor.runAll()
    #expect(await tasks[0].result.failure is CancellationError)
    server.answer(0, 4)
    try await loads.load("a") { .never }.asVoid().value
    executor.runAll()
    #expect(try await tasks[1].value == 4)
    #expect(server.requests == ["a"])
  }

  // MARK: Keeping

  @Test func aValueIsKeptForItsLifetime() {
    let loads = loads(.everything(for: .seconds(60)))
    let first = loads.load("a") { server.request("a") }
    clock.advance(by: .seconds(30))
    server.answer(0, 1)
    #expect(first.currentValue == 1)
    clock.advance(by: .milliseconds(59_999))
    #expect(loads.load("a") { server.request("a") }.currentValue == 1)
    #expect(loads.keptValue(for: "a") == 1)
    clock.advance(by: .milliseconds(1))
    #expect(loads.keptValue(for: "a") == nil)
    #expect(loads.count == 0)
    let second = loads.load("a") { server.request("a") }
    #expect(!second.isSettled)
    server.answer(1, 2)
    #expect(loads.load("a") { server.request("a") }.currentValue == 2)
    #expect(server.requests.count == 2)
  }

  @Test func theLeastRecentlyUsedLeavesFirst() {
    let loads = loads(.upTo(3))
    for key in ["a", "b", "c", "a"] { load(loads, key) }
    #expect(server.requests == ["a", "b", "c"])
    load(loads, "d")
    #expect(loads.count == 3)
    #expect(loads.keptValue(for: "b") == nil)
    // This read also counts as a use.
    #expect(loads.keptValue(for: "c") != nil)
    load(loads, "e")
    #expect(loads.keptValue(for: "a") == nil)
    #expect(["c", "d", "e"].allSatisfy { loads.keptValue(for: $0) != nil })
  }

  @Test func valuesMayHaveCostsAndLifetimes() {
    let loads = loads(
      Retention(totalCost: 10, cost: { $0 }) { value in value == 9 ? .zero : .seconds(value) }
    )
    load(loads, "a", 4)
    load(loads, "b", 6)
    #expect(loads.count == 2)
    load(loads, "c", 1)
    #expect(loads.keptValue(for: "a") == nil)
    #expect(loads.count == 2)
    // One value exceeds the total cost, and the other has no lifetime.
    load(loads, "d", 11)
    load(loads, "e", 9)
    #expect(loads.keptValue(for: "b") == 6)
    #expect(loads.keptValue(for: "c") == 1)
    clock.advance(by: .seconds(1))
    #expect(loads.keptValue(for: "c") == nil)
    #expect(loads.keptValue(for: "b") == 6)
  }

  @Test func aValueMayTakeAllTheRoom() {
    let loads = loads(Retention(totalCost: 10, cost: { $0 }) { _ in nil })
    load(loads, "a", 1)
    load(loads, "b", 10)
    #expect(loads.keptValue(for: "a") == nil)
    #expect(loads.keptValue(for: "b") == 10)
  }

  @Test func aNegativeCostMakesNoRoomForOthers() {
    let loads = loads(Retention(totalCost: 10, cost: { $0 }) { _ in nil })
    load(loads, "a", -100)
    load(loads, "b", 10)
    load(loads, "c", 1)
    #expect(loads.keptValue(for: "b") == nil)
    #expect(loads.keptValue(for: "c") == 1)
  }

  @Test(arguments: [Retention<Int>.nothing, .upTo(0), .everything(for: .zero)])
  func valuesMayNotBeKeptAtAll(_ retention: Retention<Int>) {
    let loads = loads(retention)
    load(loads, "a")
    load(loads, "a")
    #expect(server.requests.count == 2)
    #expect(loads.count == 0)
  }

  @Test func valuesThatAreTooOldMakeRoomThoughNobodyAsksForThem() {
    let loads = loads(.everything(for: .seconds(1)))
    for number in 0..<1000 {
      load(loads, "\(number)")
      clock.advance(by: .milliseconds(100))
    }
    #expect(loads.count <= 64)
  }

  @Test func noFreshValueIsRemovedWhileOneThatHasExpiredIsKept() {
    let loads = loads(Retention(count: 3) { $0 == 0 ? nil : .seconds($0) })
    load(loads, "forever", 0)
    load(loads, "ten", 10)
    load(loads, "one", 1)
    clock.advance(by: .seconds(5))
    // The one that has expired is the most recently used.
    load(loads, "new", 0)
    #expect(loads.keptValue(for: "forever") == 0)
    #expect(loads.keptValue(for: "ten") == 10)
    #expect(loads.keptValue(for: "new") == 0)
    #expect(loads.count == 3)
    // Without an expired one, the least recently used one leaves.
    load(loads, "newer", 0)
    #expect(loads.keptValue(for: "forever") == nil)
  }

  @Test func aLifetimeMayBeLongerThanAnyClockShows() {
    let loads = loads(Retention(count: 2) { _ in .seconds(Int64.max) })
    load(loads, "a", 1)
    clock.advance(by: .seconds(1))
    load(loads, "b", 1)
    #expect(loads.keptValue(for: "a") == 1)
    #expect(loads.count == 2)
  }

  /// Compares the values with a model that inspects all of them at each step.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func randomLifetimesAgreeWithAModel(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let loads = loads(Retention(count: 4) { $0 == 0 ? nil : .seconds($0) })
    var model: [(key: String, end: Int?)] = []
    var now = 0
    for _ in 0..<200 {
      let passed = Int.random(in: 0...2, using: &random)
      now += passed
      clock.advance(by: .seconds(passed))
      let isFresh: ((key: String, end: Int?)) -> Bool = { $0.end.map { $0 > now } ?? true }
      let key = "\(Int.random(in: 0..<8, using: &random))"
      let lifetime = Int.random(in: 0..<6, using: &random)
      load(loads, key, lifetime)
      if let index = model.firstIndex(where: { $0.key == key }), isFresh(model[index]) {
        model.append(model.remove(at: index))
      } else {
        model.removeAll { $0.key == key || !isFresh($0) }
        if model.count == 4 { model.removeFirst() }
        model.append((key, lifetime == 0 ? nil : now + lifetime))
      }
      #expect(loads.count == model.count)
      for kept in model where isFresh(kept) { #expect(loads.keptValue(for: kept.key) != nil) }
    }
  }

  @Test func valuesThatAreTooOldGiveTheirCostBack() {
    let loads = loads(Retention(totalCost: 100, cost: { $0 }) { $0 == 1 ? .seconds(1) : nil })
    for number in 0..<64 { load(loads, "\(number)", 1) }
    clock.advance(by: .seconds(1))
    load(loads, "a", 2)
    #expect(loads.count == 1)
    load(loads, "b", 98)
    #expect(loads.keptValue(for: "a") == 2)
    #expect(loads.keptValue(for: "b") == 98)
  }

  // MARK: Priorities

  @Test func aLoadIsAsUrgentAsItsMostUrgentCaller() async throws {
    let loads = SharedLoads<Int, TaskPriority, any Error>()
    let (begun, gate) = (Promise<TaskPriority, Never>(), Promise<Void, Never>())
    let executor = StepwiseExecutor()
    let first = Task(executorPreference: executor, priority: .background) {
      try await loads.value(for: 1) {
        begun.succeed(Task.currentPriority)
        await gate.future.value
        return Task.currentPriority
      }
    }
    // The caller holds the task of the load, and waits for it.
    executor.runAll()
    #expect(await begun.future.value == .background)
    let urgent = Task(executorPreference: executor, priority: .high) {
      try await loads.value(for: 1) { throw TestError.first }
    }
    executor.runAll()
    gate.succeed()
    let ended = Future { try await (first.value, urgent.value).1 }
    while !ended.isSettled {
      executor.runAll()
      await Task.yield()
    }
    #expect(try await ended.value >= .high)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.timeLimit(.minutes(10))) func aLoadIsAsUrgentAsACallerBecomes() async throws {
    let loads = SharedLoads<Int, TaskPriority, any Error>()
    let begun = Promise<TaskPriority, Never>()
    let caller = Task(priority: .background) {
      try await loads.value(for: 1) {
        begun.succeed(Task.currentPriority)
        while Task.currentPriority < .high { await Task.yield() }
        return Task.currentPriority
      }
    }
    #expect(await begun.future.value == .background)
    caller.escalatePriority(to: .high)
    #expect(try await caller.value >= .high)
  }

  // MARK: Failures

  @Test func aFailureThatNoCallerWaitsForIsNotReported() {
    struct Late: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Late }
    recorder.record {
      let promise = Promise<Int, any Error>()
      let loads = loads()
      loads.load("a") { promise.future }.cancel()
      promise.fail(Late())
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  // MARK: Invalidation

  @Test func anInvalidatedValueGivesItsCostBack() {
    let loads = loads(Retention(totalCost: 10, cost: { $0 }) { _ in nil })
    load(loads, "a", 6)
    load(loads, "b", 4)
    loads.remove("b")
    load(loads, "c", 4)
    #expect(loads.keptValue(for: "a") == 6)
  }

  @Test func theLimitsHoldAfterAllValuesWereInvalidated() {
    let loads = loads(Retention(count: 2, totalCost: 10, cost: { $0 }) { _ in nil })
    load(loads, "a", 6)
    loads.removeAll()
    load(loads, "b", 6)
    #expect(loads.count == 1)
    load(loads, "c", 5)
    #expect(loads.keptValue(for: "b") == nil)
    for key in ["d", "e"] { load(loads, key, 1) }
    #expect(loads.count == 2)
  }

  @Test(arguments: [false, true])
  func anInvalidatedValueIsLoadedAgain(_ all: Bool) {
    let loads = loads()
    load(loads, "a")
    load(loads, "b")
    if all { loads.removeAll() } else { loads.remove("a") }
    #expect(loads.count == (all ? 0 : 1))
    load(loads, "a")
    load(loads, "b")
    #expect(server.requests == (all ? ["a", "b", "a", "b"] : ["a", "b", "a"]))
  }

  @Test(arguments: [false, true])
  func aForgottenValueThatArrivesLaterIsNotKept(_ all: Bool) {
    let loads = loads()
    func forget() { if all { loads.removeAll() } else { loads.remove("a") } }
    let first = loads.load("a") { server.request("a") }
    forget()
    let second = loads.load("a") { server.request("a") }
    #expect(server.requests.count == 2)
    server.answer(0, 1)
    #expect(first.currentValue == 1)
    #expect(loads.count == 0)
    // A new caller joins the second load instead of getting the removed value.
    let third = loads.load("a") { server.request("a") }
    #expect(server.requests.count == 2)
    server.answer(1, 2)
    #expect(second.currentValue == 2)
    #expect(third.currentValue == 2)
    #expect(loads.keptValue(for: "a") == 2)
  }

  @Test func aForgottenLoadIsCancelledWhenTheLastOneLeaves() {
    let loads = loads()
    let old = loads.load("a") { server.request("a") }
    loads.removeAll()
    let new = loads.load("a") { server.request("a") }
    old.cancel()
    #expect(server.cancellations == [0])
    // The load that replaced it continues, and others still join it.
    let third = loads.load("a") { server.request("a") }
    #expect(server.requests.count == 2)
    server.answer(1, 1)
    #expect([new, third].map(\.currentValue) == [1, 1])
  }

  // MARK: Where closures run

  @Test @MainActor func aLoadRunsWhereItIsWritten() async throws {
    let model = Model()
    let loads = SharedLoads<Int, Int, any Error>()
    let answer = loads.load(1) { model.start(1) }
    #expect(answer.currentValue == 1)
    let second = await Task.detached {
      loads.load(2) { @MainActor in model.start(2) }
    }.value
    #expect(try await second.value == 2)
    #expect(model.started == [1, 2])
  }

  // MARK: Contexts that drop jobs

  @Test func aLoadThatItsContextHasDroppedIsNotWaitedFor() {
    let loads = loads()
    let view = InvalidationToken()
    let context = ManualContext()
    loads.load("a", on: view.validContext(on: context.context)) { server.request("a") }
      .onFailure { _ in }
    view.invalidate()
    context.runAll()
    #expect(server.requests == [])
    let answer = loads.load("a") { server.request("a") }
    server.answer(0, 3)
    #expect(answer.currentValue == 3)
  }

  // MARK: Leaks

  @Test func nothingIsKeptAliveByALoadThatIsOver() {
    let loads = Loads()
    let tracked = Tracked()
    let reference = WeakReference(tracked)
    let promise = Promise<Int, any Error>()
    func ask(_ tracked: Tracked) -> Future<Int, any Error> {
      loads.load("a") {
        tracked.touch()
        return promise.future
      }
    }
    let answers = [ask(tracked), ask(tracked)]
    promise.succeed(1)
    withExtendedLifetime((loads, answers)) {}
    _ = consume tracked
    #expect(reference.isGone)
  }

  @Test func aLoadContinuesForItsCallersWithoutTheObject() {
    var loads: Loads? = loads()
    let answer = loads?.load("a") { server.request("a") }
    loads = nil
    #expect(server.cancellations == [])
    server.answer(0, 3)
    #expect(answer?.currentValue == 3)
  }

  @Test func everythingGoesWithItsLastReference() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let loads = Loads()
      let answer = loads.load("a") {
        Future.never.map {
          tracked.touch(); return $0
        }
      }
      #expect(!answer.isSettled)
    }
    #expect(reference.isGone)
  }

  private func load(_ loads: Loads, _ key: String, _ value: Int = 0) {
    let before = server.requests.count
    let answer = loads.load(key) { server.request(key) }
    if server.requests.count > before { server.answer(before, value) }
    #expect(answer.isSettled)
  }
}

@MainActor private final class Model {
  private(set) var started: [Int] = []

  func start(_ number: Int) -> Future<Int, any Error> {
    MainActor.assertIsolated()
    started.append(number)
    return Future(value: number)
  }
}
