import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct WithHedgeTests {
  private let clock = ManualClock()
  private let manual = ManualContext()
  /// The calls of the attempts, with their numbers.
  private let backend = ManualCalls<Int, Int, any Error>()

  /// Begins a call whose attempts are a second apart.
  private func start(_ attempts: Int = 2, _ budget: RetryBudget? = nil) -> Future<Int, any Error> {
    let call = manual.capture {
      Future { [backend, clock] in
        try await withHedge(
          after: .seconds(1),
          attempts: attempts,
          budget: budget,
          clock: clock
        ) {
          try await backend.value(for: RetryPolicy.currentAttempt)
        }
      }
    }
    manual.runAll()
    return call
  }

  private func pass(_ time: Duration) {
    clock.advance(by: time)
    manual.runAll()
  }

  private func answer(_ number: Int, _ result: Result<Int, any Error>) throws {
    try backend.complete(result, at: number)
    manual.runAll()
  }

  private func expectEnd() {
    #expect(backend.pendingCount == 0)
    #expect(clock.pendingTimers.isEmpty)
  }

  // MARK: Successes

  @Test func anAnswerWithinTheDelayIsTheOnlyOne() throws {
    let call = start()
    pass(.milliseconds(999))
    #expect(backend.inputs == [1])
    try answer(0, .success(7))
    #expect(call.currentValue == 7)
    expectEnd()
  }

  @Test(arguments: [0, 1]) func theFirstSuccessEndsTheCall(_ winner: Int) throws {
    let call = start()
    pass(.seconds(1))
    #expect(backend.inputs == [1, 2])
    #expect(clock.pendingTimers.isEmpty)
    try answer(winner, .success(7))
    #expect(call.currentValue == 7)
    expectEnd()
  }

  @Test func eachAttemptBeginsADelayAfterTheOneBefore() throws {
    let call = start(3)
    pass(.seconds(1))
    pass(.milliseconds(999))
    #expect(backend.inputs == [1, 2])
    pass(.milliseconds(1))
    #expect(backend.inputs == [1, 2, 3])
    pass(.seconds(9))
    #expect(backend.inputs.count == 3)
    try answer(1, .success(7))
    #expect(call.currentValue == 7)
    expectEnd()
  }

  @Test(arguments: [1, 0, -1]) func oneAttemptIsTheLeast(_ attempts: Int) throws {
    let call = start(attempts)
    #expect(clock.pendingTimers.isEmpty)
    #expect(backend.inputs == [1])
    try answer(0, .success(7))
    #expect(call.currentValue == 7)
  }

  // MARK: Failures

  @Test func aFailureWithinTheDelayEndsTheCall() throws {
    let call = start()
    try answer(0, .failure(TestError.first))
    #expect(call.currentError as? TestError == .first)
    expectEnd()
    pass(.seconds(1))
    #expect(backend.inputs == [1])
  }

  @Test(arguments: [0, 1]) func aFailureLeavesTheCallToTheOtherAttempt(_ loser: Int) throws {
    let call = start()
    pass(.seconds(1))
    try answer(loser, .failure(TestError.first))
    #expect(!call.isSettled)
    try answer(1 - loser, .success(7))
    #expect(call.currentValue == 7)
    expectEnd()
  }

  @Test func anAttemptMayBeginAfterAFailure() throws {
    let call = start(3)
    pass(.seconds(1))
    try answer(0, .failure(TestError.first))
    pass(.seconds(1))
    #expect(backend.inputs == [1, 2, 3])
    try answer(1, .failure(TestError.second))
    try answer(2, .success(7))
    #expect(call.currentValue == 7)
    expectEnd()
  }

  @Test(arguments: [0, 1]) func ifAllFailTheLastErrorIsThrown(_ last: Int) throws {
    let call = start()
    pass(.seconds(1))
    try answer(1 - last, .failure(TestError.first))
    try answer(last, .failure(TestError.second))
    #expect(call.currentError as? TestError == .second)
    expectEnd()
  }

  @Test func ifAllThatRunFailNoFurtherAttemptBegins() throws {
    let call = start(3)
    pass(.seconds(1))
    try answer(0, .failure(TestError.first))
    try answer(1, .failure(TestError.second))
    #expect(call.currentError as? TestError == .second)
    expectEnd()
    pass(.seconds(1))
    #expect(backend.inputs == [1, 2])
  }

  /// The timer may fire while the attempt fails.
  @Test func aFailureAtTheEndOfTheDelayIsNotLost() async {
    for _ in 0..<300 {
      await #expect(throws: TestError.first) {
        try await withHedge(after: .zero, attempts: 3) { throw TestError.first }
      }
    }
  }

  // MARK: Cancellation

  /// The moments at which a call is cancelled.
  enum Moment: CaseIterable {
    case inThePause, withTwoAttempts, afterAFailure, inTheSecondPause
  }

  private func reach(_ moment: Moment) throws {
    if moment == .inThePause { return }
    pass(.seconds(1))
    if moment == .afterAFailure { try answer(0, .failure(TestError.first)) }
  }

  @Test(arguments: Moment.allCases) func cancellingTheTaskCancelsAll(_ moment: Moment) throws {
    let call = start(moment == .inTheSecondPause ? 3 : 2)
    try reach(moment)
    call.cancel()
    manual.runAll()
    #expect(call.currentError is CancellationError)
    expectEnd()
  }

  @Test(arguments: Moment.allCases) func cancellingTheScopeCancelsAll(_ moment: Moment) throws {
    let source = CancellationSource()
    let ended = Counter()
    let call = manual.capture {
      Future<Int, any Error> { [backend, clock] in
        try await withCancellationScope(linkedTo: source.token) {
          defer { ended.add() }
          let attempts = moment == .inTheSecondPause ? 3 : 2
          return try await withHedge(after: .seconds(1), attempts: attempts, clock: clock) {
            try await backend.value(for: 0)
          }
        }
      }
    }
    manual.runAll()
    try reach(moment)
    source.cancel()
    manual.runAll()
    #expect(call.currentError is CancellationError)
    #expect(ended.value == 1)
    expectEnd()
  }

  @Test func aCancelledTaskStartsNothing() async {
    let call = Task { [backend, clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withHedge(after: .zero, clock: clock) { try await backend.value(for: 0) }
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(backend.inputs.isEmpty)
  }

  @Test func aLoserThatIgnoresItsCancellationDoesNotHoldTheCall() throws {
    let gate = Promise<Void, Never>()
    let call = manual.capture {
      Future { [clock] in
        try await withHedge(after: .seconds(1), clock: clock) {
          if RetryPolicy.currentAttempt == 1 { await gate.future.value }
          return RetryPolicy.currentAttempt
        }
      }
    }
    manual.runAll()
    pass(.seconds(1))
    #expect(call.currentValue == 2)
    gate.succeed()
    manual.runAll()
  }

  @Test func whatAttemptsLeaveRunningIsCancelledWithTheCall() throws {
    let works = Works()
    let call = manual.capture {
      Future { [backend, clock] in
        try await withHedge(after: .seconds(1), clock: clock) {
          _ = works.start()
          return try await backend.value(for: 0)
        }
      }
    }
    manual.runAll()
    pass(.seconds(1))
    try answer(0, .failure(TestError.first))
    try answer(1, .success(7))
    #expect(call.currentValue == 7)
    #expect(works.started == 2 && works.running == 0)
  }

  @Test func theDeadlineEndsAllAttempts() throws {
    let left = Log<Duration?>()
    let call = manual.capture {
      Future { [backend, clock] in
        try await withTimeout(.milliseconds(1_500), clock: clock) {
          try await withHedge(after: .seconds(1), attempts: 3, clock: clock) {
            left.add(Deadline.current?.remaining)
            return try await backend.value(for: 0)
          }
        }
      }
    }
    manual.runAll()
    pass(.seconds(1))
    #expect(left.all == [.milliseconds(1_500), .milliseconds(500)])
    pass(.milliseconds(500))
    #expect(call.currentError is TimeoutError)
    expectEnd()
    pass(.seconds(1))
    #expect(left.count == 2)
  }

  // MARK: The budget

  @Test func furtherAttemptsAreTakenFromTheBudget() throws {
    let budget = RetryBudget(ratio: 0.5, minimumPerSecond: 0, clock: clock)
    let calls = (0..<4).map { _ in start(3, budget) }
    pass(.seconds(1))
    #expect(backend.inputs == [1, 1, 1, 1, 2, 2])
    pass(.seconds(1))
    #expect(backend.inputs.count == 6, "without a budget for it, no further attempt is tried")
    for number in 0..<4 { try answer(number, .success(number)) }
    #expect(calls.map(\.currentValue) == [0, 1, 2, 3])
    expectEnd()
  }

  @Test func withAnEmptyBudgetTheFirstAttemptDecides() throws {
    let budget = RetryBudget(ratio: 0, minimumPerSecond: 0, clock: clock)
    let calls = [start(2, budget), start(2, budget)]
    pass(.seconds(1))
    #expect(backend.inputs == [1, 1])
    try answer(0, .failure(TestError.first))
    calls[1].cancel()
    manual.runAll()
    #expect(calls[0].currentError as? TestError == .first)
    #expect(calls[1].currentError is CancellationError)
    expectEnd()
  }

  // MARK: Where attempts run

  @TaskLocal private static var request = 0

  @Test func attemptsHaveTheTaskLocalValuesOfTheCaller() throws {
    let seen = Log<Int>()
    let call = Self.$request.withValue(7) {
      manual.capture {
        Future { [backend, clock] in
          try await withHedge(after: .seconds(1), clock: clock) {
            seen.add(Self.request)
            return try await backend.value(for: 0)
          }
        }
      }
    }
    manual.runAll()
    pass(.seconds(1))
    try answer(1, .success(1))
    #expect(seen.all == [7, 7])
    #expect(call.currentValue == 1)
  }

  @Test func attemptsAreCountedApartFromThoseOfARetry() throws {
    let seen = Log<[Int]>()
    let call = manual.capture {
      Future { [backend, clock] in
        try await withRetry(RetryPolicy(attempts: 2)) {
          let outer = RetryPolicy.currentAttempt
          return try await withHedge(after: .seconds(1), clock: clock) {
            seen.add([outer, RetryPolicy.currentAttempt])
            return try await backend.value(for: 0)
          }
        }
      }
    }
    manual.runAll()
    try answer(0, .failure(TestError.first))
    pass(.seconds(1))
    try answer(2, .success(1))
    #expect(seen.all == [[1, 1], [2, 1], [2, 2]])
    #expect(call.currentValue == 1)
  }

  @Test @MainActor func attemptsRunWhereTheyAreWritten() async throws {
    var begun = 0
    try await withHedge(after: .seconds(1), clock: clock) {
      MainActor.assertIsolated()
      begun += 1
    }
    #expect(begun == 1)
  }

  @Test func theFutureThatAnAttemptReturnsIsWaitedFor() async throws {
    let works = Works()
    let call = Task { [clock] in
      try await withHedge(after: .seconds(1), clock: clock) { works.start() }
    }
    await works.waitForStart(of: 1)
    works.succeed(0, with: 7)
    #expect(try await call.value.currentValue == 7)
  }

  @Test func nothingIsKept() async throws {
    let reference: WeakReference
    let call: Future<Int, any Error>
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      call = manual.capture {
        Future { [backend, clock] in
          try await withHedge(after: .seconds(1), clock: clock) {
            tracked.touch()
            return try await backend.value(for: 0)
          }
        }
      }
    }
    manual.runAll()
    pass(.seconds(1))
    try answer(0, .failure(TestError.first))
    #expect(!reference.isGone)
    try answer(1, .success(7))
    #expect(call.currentValue == 7)
    try await reference.goes()
  }
}
