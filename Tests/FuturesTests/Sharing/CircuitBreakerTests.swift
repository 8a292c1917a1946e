import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct CircuitBreakerTests {
  private let clock = ManualClock()
  private let manual = ManualContext()
  private let backend = ManualCalls<Int, Int, any Error>()
  private let breaker: CircuitBreaker

  init() {
    breaker = CircuitBreaker(
      failureRate: 0.5,
      minimumCalls: 4,
      window: .seconds(10),
      openDuration: .seconds(5),
      clock: clock,
      isFailure: { !($0 is OtherError) }
    )
  }

  /// Begins a call, which the test answers.
  @discardableResult
  private func begin() -> Future<Int, any Error> {
    run { [backend] in try await backend.value(for: 0) }
  }

  /// Makes a call as far as it gets.
  @discardableResult
  private func run(_ body: @escaping @Sendable () async throws -> Int) -> Future<Int, any Error> {
    let call = manual.capture {
      Future { [breaker] in try await breaker.withPermit { try await body() } }
    }
    manual.runAll()
    return call.ignoringFailure()
  }

  private func succeed(_ count: Int = 1) {
    for _ in 0..<count { run { 1 } }
  }

  private func fail(_ count: Int = 1) {
    for _ in 0..<count { run { throw TestError.first } }
  }

  /// Answers a call that is under way.
  private func answer(_ number: Int, _ result: Result<Int, any Error>) throws {
    try backend.complete(result, at: number)
    manual.runAll()
  }

  // MARK: Closed

  @Test func valuesAndErrorsPassThrough() async throws {
    #expect(try await breaker.withPermit { "value" } == "value")
    await #expect(throws: TestError.second) {
      try await breaker.withPermit { throw TestError.second }
    }
    #expect(breaker.state == .closed)
  }

  @Test func theCircuitOpensAtItsShareOfFailures() {
    succeed(3)
    fail(2)
    #expect(breaker.state == .closed)
    fail()
    #expect(breaker.state == .open)
  }

  @Test func withFewCallsItStaysClosed() {
    fail(3)
    #expect(breaker.state == .closed)
    fail()
    #expect(breaker.state == .open)
  }

  @Test func aSuccessDoesNotOpenIt() {
    fail(3)
    succeed()
    #expect(breaker.state == .closed)
    fail()
    #expect(breaker.state == .open)
  }

  @Test func callsThatHaveLeftTheWindowDoNotCount() {
    fail(3)
    clock.advance(by: .seconds(10))
    fail(3)
    #expect(breaker.state == .closed)
    fail()
    #expect(breaker.state == .open)
  }

  @Test func anErrorThatIsNoFailureIsASuccess() async {
    for _ in 0..<5 { run { throw OtherError.other } }
    fail(4)
    #expect(breaker.state == .closed)
    fail()
    #expect(breaker.state == .open)
  }

  @Test func theFailureOfAFutureThatACallReturnsCounts() {
    for _ in 0..<4 {
      _ = manual.capture {
        Future { [breaker] in
          _ = try await breaker.withPermit { Future<Int, any Error>(error: TestError.first) }
        }
        .ignoringFailure()
      }
      manual.runAll()
    }
    #expect(breaker.state == .open)
  }

  // MARK: Open

  @Test func anOpenCircuitRefusesCallsAndSaysForHowLong() throws {
    fail(4)
    for left in [5, 3, 1] {
      let error = try #require(begin().currentError as? CircuitOpen)
      #expect(error.retryAfter == .seconds(left))
      #expect("\(error)".hasSuffix("Try again in \(left).0 seconds."))
      clock.advance(by: .seconds(2))
    }
    #expect(backend.inputs.isEmpty)
  }

  @Test func callsThatBeganBeforeDoNotCount() throws {
    for _ in 0..<6 { begin() }
    fail(4)
    clock.advance(by: .seconds(4))
    try answer(0, .failure(TestError.first))
    try answer(1, .success(1))
    #expect(breaker.state == .open)
    clock.advance(by: .seconds(1))
    #expect(breaker.state == .halfOpen, "a late failure does not keep it open")
    begin()
    try answer(2, .success(1))
    #expect(breaker.state == .halfOpen, "a late success does not close it")
    try answer(3, .failure(TestError.first))
    #expect(breaker.state == .halfOpen, "a late failure is not that of the trial")
    try answer(6, .success(1))
    #expect(breaker.state == .closed)
    fail(3)
    try answer(4, .failure(TestError.first))
    #expect(breaker.state == .closed, "a late failure does not open it again")
    fail()
    #expect(breaker.state == .open)
  }

  @Test func aClockThatIsSetBackDoesNotKeepItOpen() async throws {
    let clock = JumpingClock()
    let breaker = CircuitBreaker(minimumCalls: 1, clock: clock)
    await #expect(throws: TestError.first) {
      try await breaker.withPermit { throw TestError.first }
    }
    #expect(breaker.state == .open)
    clock.jump(by: .seconds(-86_400))
    #expect(breaker.state == .halfOpen)
    try await breaker.withPermit {}
    #expect(breaker.state == .closed)
  }

  // MARK: Half-open

  @Test func oneCallIsATrialAndItsSuccessClosesTheCircuit() throws {
    fail(4)
    clock.advance(by: .seconds(5))
    #expect(breaker.state == .halfOpen)
    let trial = begin()
    clock.advance(by: .seconds(2))
    let refused = begin()
    #expect((refused.currentError as? CircuitOpen)?.retryAfter == .seconds(3))
    try answer(0, .success(7))
    #expect(trial.currentValue == 7)
    #expect(breaker.state == .closed)
    fail(3)
    #expect(breaker.state == .closed, "earlier failures are forgotten")
  }

  @Test func itsFailureOpensTheCircuitAgain() throws {
    fail(4)
    clock.advance(by: .seconds(5))
    begin()
    clock.advance(by: .seconds(2))
    try answer(0, .failure(TestError.first))
    #expect((begin().currentError as? CircuitOpen)?.retryAfter == .seconds(5))
    clock.advance(by: .seconds(5))
    #expect(breaker.state == .halfOpen)
  }

  @Test func aTrialWhoseErrorIsNoFailureClosesTheCircuit() {
    fail(4)
    clock.advance(by: .seconds(5))
    run { throw OtherError.other }
    #expect(breaker.state == .closed)
  }

  @Test func aCancelledTrialGivesItsPlaceBack() throws {
    fail(4)
    clock.advance(by: .seconds(5))
    let trial = begin()
    trial.cancel()
    manual.runAll()
    #expect(backend.pendingCount == 0)
    #expect(breaker.state == .halfOpen)
    begin()
    try answer(1, .success(1))
    #expect(breaker.state == .closed)
  }

  @Test func aTrialThatWasRefusedElsewhereGivesItsPlaceBack() throws {
    let limit = ConcurrencyLimit(1, maxWaiting: 0)
    let promise = Promise<Int, any Error>()
    _ = limit.run { promise.future }
    fail(4)
    clock.advance(by: .seconds(5))
    let refused = run { try await limit.withPermit { 1 } }
    #expect(refused.currentError is LimitExceeded)
    #expect(breaker.state == .halfOpen)
    succeed()
    #expect(breaker.state == .closed)
    promise.succeed(1)
  }

  @Test func aTrialThatTakesTooLongLosesItsPlace() throws {
    fail(4)
    clock.advance(by: .seconds(5))
    begin()
    clock.advance(by: .seconds(5))
    begin()
    #expect(begin().currentError is CircuitOpen)
    try answer(0, .failure(TestError.first))
    #expect(breaker.state == .halfOpen, "it no longer decides")
    try answer(1, .success(1))
    #expect(breaker.state == .closed)
  }

  @Test func onlyOneOfManyTasksIsTheTrial() async {
    fail(4)
    clock.advance(by: .seconds(5))
    let gate = Promise<Void, Never>()
    let started = Counter()
    await withTaskGroup(of: Bool.self) { [breaker] group in
      for _ in 0..<50 {
        group.addTask {
          let value = try? await breaker.withPermit {
            started.add()
            await gate.future.value
            return true
          }
          return value ?? false
        }
      }
      for _ in 0..<49 {
        let isTrial = await group.next()
        #expect(isTrial == false)
      }
      gate.succeed()
      let isTrial = await group.next()
      #expect(isTrial == true)
    }
    #expect(started.value == 1)
    #expect(breaker.state == .closed)
  }

  // MARK: Cancellation

  @Test func cancelledCallsAreNoFailures() {
    let calls = (0..<8).map { _ in begin() }
    for call in calls { call.cancel() }
    manual.runAll()
    #expect(backend.pendingCount == 0)
    for _ in 0..<8 { run { throw CancellationError() } }
    for _ in 0..<8 { run { throw StoppableError.stopped } }
    // The error of a client whose task was cancelled.
    for _ in 0..<8 {
      run {
        withUnsafeCurrentTask { $0?.cancel() }
        throw TestError.first
      }
    }
    #expect(breaker.state == .closed)
    fail(3)
    #expect(breaker.state == .closed, "they are no calls either")
  }

  @Test func aCancelledTaskIsNoTrial() async {
    fail(4)
    clock.advance(by: .seconds(5))
    let call = Task { [breaker] in
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await breaker.withPermit { Issue.record("begun") }
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    succeed()
    #expect(breaker.state == .closed)
  }

  /// What a time limit around the breaker cuts off was too late.
  @Test func callsThatOutlastTheirDeadlineAreFailures() {
    for _ in 0..<4 {
      let call = manual.capture {
        Future { [breaker, backend, clock] in
          try await withTimeout(.seconds(1), clock: clock) {
            try await breaker.withPermit { try await backend.value(for: 0) }
          }
        }
      }
      manual.runAll()
      clock.advance(by: .seconds(1))
      manual.runAll()
      #expect(call.currentError is TimeoutError)
    }
    #expect(breaker.state == .open)
  }

  @Test func callsThatAreCancelledBeforeTheirDeadlineAreNone() {
    for _ in 0..<4 {
      let call = manual.capture {
        Future { [breaker, backend, clock] in
          try await withTimeout(.seconds(1), clock: clock) {
            try await breaker.withPermit { try await backend.value(for: 0) }
          }
        }
      }
      manual.runAll()
      call.cancel()
      manual.runAll()
    }
    fail(3)
    #expect(breaker.state == .closed)
  }

  @Test @MainActor func aCallRunsWhereItsCallerDoes() async throws {
    var calls = 0
    try await breaker.withPermit {
      MainActor.assertIsolated()
      calls += 1
    }
    #expect(calls == 1)
  }

  // MARK: Arguments

  @Test(arguments: [0.5, 0, 1, 50, -0.5, .infinity, .nan])
  func aShareThatIsNoneIsReported(_ share: Double) {
    let recorder = DiagnosticsRecorder {
      $0.kind == .invalidArgument
        && $0.detail == "CircuitBreaker(failureRate:) takes a share from 0 to 1, not \(share)"
    }
    recorder.record { _ = CircuitBreaker(failureRate: share) }
    #expect(recorder.diagnostics.count == ((0...1).contains(share) ? 0 : 1))
  }
}
