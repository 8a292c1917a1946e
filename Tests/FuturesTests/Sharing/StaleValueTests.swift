import Futures
import FuturesTesting
import TestSupport
import Testing

/// Values that are used after their lifetime, while they are refreshed.
@Suite struct StaleValueTests {
  private typealias Loads = SharedLoads<String, Int, any Error>

  private let clock = ManualClock()
  private let server = ManualServer()

  private func loads(
    failures: Duration = .zero,
    whenAbandoned policy: AbandonPolicy = .cancel
  ) -> Loads {
    let retention = Retention<Int>
      .everything(for: .seconds(10), stale: .seconds(60), failures: failures)
    return Loads(keeping: retention, whenAbandoned: policy, clock: clock)
  }

  /// Loads a value that is stale then.
  private func keepStale(_ value: Int, in loads: Loads) {
    let answer = loads.load("a") { server.request("a") }
    server.answer(server.requests.count - 1, value)
    #expect(answer.currentValue == value)
    clock.advance(by: .seconds(10))
  }

  private func request(from loads: Loads) -> Future<Int, any Error> {
    loads.load("a") { server.request("a") }
  }

  // MARK: Refreshing

  @Test func aStaleValueIsReturnedAtOnceAndRefreshedOnce() {
    let loads = loads()
    keepStale(1, in: loads)
    for _ in 0..<3 { #expect(request(from: loads).currentValue == 1) }
    #expect(server.requests.count == 2)
    server.answer(1, 2)
    #expect(request(from: loads).currentValue == 2)
    // The new value is fresh from its arrival on.
    clock.advance(by: .milliseconds(9_999))
    #expect(request(from: loads).currentValue == 2)
    #expect(server.requests.count == 2)
    clock.advance(by: .milliseconds(1))
    #expect(request(from: loads).currentValue == 2)
    #expect(server.requests.count == 3)
  }

  @Test func tasksGetAStaleValueAtOnce() async throws {
    let loads = loads()
    keepStale(1, in: loads)
    for _ in 0..<3 {
      #expect(try await loads.value(for: "a") { try await server.request("a").value } == 1)
    }
    try await server.waitForRequests(2)
    #expect(server.requests.count == 2)
    let refresh = Future { try await settledValue(2, in: loads) }
    server.answer(1, 2)
    #expect(try await refresh.value == 2)
  }

  /// Waits until a value is kept.
  private func settledValue(_ value: Int, in loads: Loads) async throws -> Int {
    while loads.keptValue(for: "a") != value { await Task.yield() }
    return try await loads.value(for: "a") { throw TestError.first }
  }

  @Test func aStaleValueExpires() {
    let loads = loads()
    keepStale(1, in: loads)
    clock.advance(by: .milliseconds(59_999))
    #expect(loads.keptValue(for: "a") == 1)
    #expect(server.requests.count == 1)
    clock.advance(by: .milliseconds(1))
    #expect(loads.keptValue(for: "a") == nil)
    #expect(loads.count == 0)
    #expect(!request(from: loads).isSettled)
  }

  @Test(arguments: [false, true])
  func aCallerWithoutAValueJoinsTheRefresh(_ fails: Bool) {
    let loads = loads()
    keepStale(1, in: loads)
    #expect(request(from: loads).currentValue == 1)
    clock.advance(by: .seconds(60))
    let late = request(from: loads)
    #expect(!late.isSettled)
    #expect(server.requests.count == 2)
    if fails { server.fail(1, TestError.first) } else { server.answer(1, 2) }
    #expect(late.currentValue == (fails ? nil : 2))
    #expect((late.currentError as? TestError) == (fails ? .first : nil))
  }

  @Test func aFailedRefreshLeavesTheStaleValueAndIsNotReported() {
    struct Late: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Late }
    recorder.record {
      let loads = loads()
      keepStale(1, in: loads)
      #expect(request(from: loads).currentValue == 1)
      server.fail(1, Late())
      #expect(loads.keptValue(for: "a") == 1)
      #expect(request(from: loads).currentValue == 1)
      #expect(server.requests.count == 3)
      server.fail(2, Late())
      clock.advance(by: .seconds(60))
      #expect(!request(from: loads).isSettled)
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func aFailedRefreshIsNotRepeatedWhileItsFailureIsKept() {
    let loads = loads(failures: .seconds(5))
    keepStale(1, in: loads)
    #expect(request(from: loads).currentValue == 1)
    server.fail(1, TestError.first)
    clock.advance(by: .milliseconds(4_999))
    #expect(request(from: loads).currentValue == 1)
    #expect(server.requests.count == 2)
    clock.advance(by: .milliseconds(1))
    #expect(request(from: loads).currentValue == 1)
    #expect(server.requests.count == 3)
  }

  @Test func aKeptFailureOfARefreshIsThatOfTheKeyOnceTheValueHasExpired() {
    let loads = loads(failures: .seconds(5))
    keepStale(1, in: loads)
    clock.advance(by: .seconds(58))
    #expect(request(from: loads).currentValue == 1)
    server.fail(1, TestError.first)
    clock.advance(by: .seconds(2))
    #expect(request(from: loads).currentError as? TestError == .first)
    #expect(server.requests.count == 2)
  }

  // MARK: What a refresh belongs to

  @Test func aRefreshIsCancelledWithNobody() {
    let loads = loads()
    keepStale(1, in: loads)
    let scope = CancellationSource()
    let first = withCancellationScope(linkedTo: scope.token) { request(from: loads) }
    #expect(first.currentValue == 1)
    scope.cancel()
    let second = request(from: loads)
    #expect(second.currentValue == 1)
    clock.advance(by: .seconds(60))
    #expect(server.cancellations == [])
    server.answer(1, 2)
    #expect(loads.keptValue(for: "a") == 2)
  }

  /// One that never ends would hold its key for good.
  @Test(arguments: [false, true])
  func aRefreshThatOutlastsItsValueIsCancelledWithItsLastCaller(_ finishes: Bool) {
    let loads = loads(whenAbandoned: finishes ? .finish : .cancel)
    keepStale(1, in: loads)
    #expect(request(from: loads).currentValue == 1)
    clock.advance(by: .seconds(60))
    let late = (0..<2).map { _ in request(from: loads) }
    #expect(server.requests.count == 2)
    late[0].cancel()
    #expect(server.cancellations == [])
    late[1].cancel()
    #expect(server.cancellations == (finishes ? [] : [1]))
    let next = request(from: loads)
    #expect(server.requests.count == (finishes ? 2 : 3))
    server.answer(server.requests.count - 1, 2)
    #expect(next.currentValue == 2)
  }

  @Test func aCancelledCallerStartsNoRefresh() async {
    let loads = loads()
    keepStale(1, in: loads)
    let token = CancellationSource()
    token.cancel()
    let answer = loads.load("a", cancellation: token.token) { server.request("a") }
    #expect(answer.currentError is CancellationError)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await loads.value(for: "a") { try await server.request("a").value }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [false, true])
  func aRefreshHasTheTaskLocalValuesOfTheOneWhoStartsItOrNone(_ isDetached: Bool) async throws {
    let loads = SharedLoads<Int, String, any Error>(
      keeping: .everything(for: .seconds(10), stale: .seconds(60)),
      detached: isDetached,
      clock: clock
    )
    let users: @Sendable () -> String = { WebRequest.user }
    for key in 1...2 { _ = loads.load(key) { Future(value: "old") } }
    clock.advance(by: .seconds(10))
    WebRequest.by("bob") {
      _ = loads.load(1) { Future(value: users()) }
      _ = loads.load(2) { () async throws in users() }
    }
    #expect(loads.keptValue(for: 1) == (isDetached ? "nobody" : "bob"))
    while loads.keptValue(for: 2) == "old" { await Task.yield() }
    #expect(loads.keptValue(for: 2) == (isDetached ? "nobody" : "bob"))
  }

  @Test func aRefreshHasNoDeadlineFromTheOneWhoStartsIt() async throws {
    let loads = loads()
    keepStale(1, in: loads)
    let deadline = Promise<Bool, Never>()
    let value = try await withTimeout(.seconds(1), clock: clock) {
      try await loads.value(for: "a") {
        deadline.succeed(Deadline.current != nil)
        return 2
      }
    }
    #expect(value == 1)
    #expect(await deadline.future.value == false)
  }

  @Test func aRefreshThatRequestsItsOwnKeyGetsTheStaleValue() {
    let loads = loads()
    keepStale(1, in: loads)
    let answer = loads.load("a") { loads.load("a") { .never }.map { $0 + 1 } }
    #expect(answer.currentValue == 1)
    #expect(loads.keptValue(for: "a") == 2)
  }

  @Test func aRefreshedValueThatWasForgottenIsNotKept() {
    let loads = loads(whenAbandoned: .finish)
    keepStale(1, in: loads)
    #expect(request(from: loads).currentValue == 1)
    loads.remove("a")
    let next = request(from: loads)
    #expect(server.requests.count == 3)
    server.answer(1, 2)
    #expect(loads.count == 0)
    server.answer(2, 3)
    #expect(next.currentValue == 3)
    #expect(loads.keptValue(for: "a") == 3)
  }

  // MARK: Refreshes without a value to replace

  enum Loss: CaseIterable { case put, remove, removeAll, removeWhere }

  private func lose(_ loss: Loss, in loads: Loads) {
    switch loss {
    case .put: loads.put(10, for: "a")
    case .remove: loads.remove("a")
    case .removeAll: loads.removeAll()
    case .removeWhere: loads.removeAll { $0 == "a" }
    }
  }

  @Test(arguments: Loss.allCases, [false, true])
  func aRefreshWhoseValueIsNoLongerWantedIsCancelled(_ loss: Loss, _ finishes: Bool) {
    let loads = loads(whenAbandoned: finishes ? .finish : .cancel)
    keepStale(1, in: loads)
    #expect(request(from: loads).currentValue == 1)
    lose(loss, in: loads)
    #expect(server.cancellations == (finishes ? [] : [1]))
    #expect(loads.keptValue(for: "a") == (loss == .put ? 10 : nil))
  }

  @Test(arguments: Loss.allCases)
  func aRefreshThatHasACallerIsLeftToIt(_ loss: Loss) {
    let loads = loads()
    keepStale(1, in: loads)
    #expect(request(from: loads).currentValue == 1)
    clock.advance(by: .seconds(60))
    let late = (0..<2).map { _ in request(from: loads) }
    lose(loss, in: loads)
    late[0].cancel()
    #expect(server.cancellations == [])
    server.answer(1, 2)
    #expect(late[1].currentValue == 2)
    #expect(loads.keptValue(for: "a") == (loss == .put ? 10 : nil))
  }

  @Test func aRefreshIsCancelledWithTheObject() {
    var loads: Loads? = loads()
    if let loads {
      keepStale(1, in: loads)
      #expect(request(from: loads).currentValue == 1)
    }
    #expect(server.cancellations == [])
    loads = nil
    #expect(server.cancellations == [1])
  }

  /// As any load does that requests its own key again.
  @Test func aRefreshMayRemoveItsKeyAndStartOver() {
    let loads = loads()
    keepStale(1, in: loads)
    let answer = loads.load("a") { [server] in
      loads.remove("a")
      return loads.load("a") { server.request("a") }
    }
    #expect(answer.currentValue == 1)
    #expect(server.cancellations == [])
    server.answer(1, 2)
    #expect(loads.keptValue(for: "a") == 2)
  }

  // MARK: Refreshes that would wait for themselves

  @Test func aRefusedRequestLeavesTheRefreshAsItIs() {
    let loads = loads()
    keepStale(1, in: loads)
    let joins = loads.statistics.joins
    let answer = loads.load("a") { [clock, server] in
      clock.advance(by: .seconds(60))
      let again = loads.load("a") { Future(value: 3) }
      #expect(again.currentError as? LoadCycle == LoadCycle(keys: ["a", "a"]))
      return server.request("a")
    }
    #expect(answer.currentValue == 1)
    #expect(server.cancellations == [])
    #expect(loads.statistics.joins == joins)
    server.answer(1, 2)
    #expect(loads.keptValue(for: "a") == 2)
  }

  @Test func aTaskThatIsRefusedLeavesTheRefreshAsItIs() async throws {
    let loads = loads()
    keepStale(1, in: loads)
    let end = Promise<(isCancelled: Bool, joins: Int), Never>()
    let value = try await loads.value(for: "a") { [clock] in
      clock.advance(by: .seconds(60))
      await #expect(throws: LoadCycle(keys: ["a", "a"])) { try await loads.value(for: "a") { 3 } }
      end.succeed((Task.isCancelled, loads.statistics.joins))
      return 2
    }
    #expect(value == 1)
    let (isCancelled, joins) = await end.future.value
    #expect(!isCancelled)
    #expect(joins == 0)
  }

  // MARK: Times

  @Test func aValueWithoutLifetimeIsNotKeptAsAStaleOne() {
    let loads = Loads(keeping: .everything(for: .zero, stale: .seconds(60)), clock: clock)
    let answer = request(from: loads)
    server.answer(0, 1)
    #expect(answer.currentValue == 1)
    #expect(loads.count == 0)
  }

  @Test(arguments: [Duration.seconds(10), .seconds(Int64.max)])
  func aValueMayBeStaleLongerThanAnyClockShows(_ lifetime: Duration) {
    let retention = Retention<Int>.everything(for: lifetime, stale: .seconds(Int64.max))
    let loads = Loads(keeping: retention, clock: clock)
    let answer = request(from: loads)
    server.answer(0, 1)
    clock.advance(by: .seconds(1_000_000))
    #expect(answer.currentValue == 1)
    #expect(request(from: loads).currentValue == 1)
    #expect(loads.count == 1)
  }

  /// Durations that no clock shows, and that no timer takes.
  @Test(arguments: [-1e20, -1e10, -1, 0, 1e10, 1e20])
  func anyTimeMayBeGiven(_ seconds: Double) {
    let time = Duration.seconds(seconds)
    let retention = Retention<Int>.everything(for: time, stale: time, failures: time)
    let clocks: [any Clock<Duration>] = [clock, ContinuousClock(), SuspendingClock()]
    let objects =
      clocks.map { Loads(keeping: retention, clock: $0) }
      + [Loads(keeping: retention, clock: clock, sweepingOn: clock)]
    for loads in objects {
      loads.put(1, for: "a")
      loads.load("b") { throw TestError.first }.onFailure { _ in }
      #expect(loads.keptValue(for: "a") == (seconds > 0 ? 1 : nil))
      #expect(loads.count == (seconds > 0 ? 1 : 0))
      #expect((loads.load("b") { Future(value: 2) }.currentError != nil) == (seconds > 0))
    }
  }

  // MARK: Failures

  @Test func aFailureIsKeptForItsTime() async {
    let loads = loads(failures: .seconds(5))
    let first = request(from: loads)
    server.fail(0, TestError.first)
    #expect(first.currentError as? TestError == .first)
    clock.advance(by: .milliseconds(4_999))
    for _ in 0..<1000 { #expect(request(from: loads).currentError as? TestError == .first) }
    await #expect(throws: TestError.first) {
      try await loads.value(for: "a") { try await server.request("a").value }
    }
    #expect(server.requests.count == 1)
    #expect(loads.count == 0)
    #expect(loads.keptValue(for: "a") == nil)
    clock.advance(by: .milliseconds(1))
    let next = request(from: loads)
    server.answer(1, 2)
    #expect(next.currentValue == 2)
  }

  @Test func aFailureOfAsynchronousWorkIsKept() async {
    let loads = loads(failures: .seconds(5))
    let calls = Counter()
    for _ in 0..<3 {
      await #expect(throws: TestError.first) {
        try await loads.value(for: "a") { () async throws -> Int in
          calls.add()
          throw TestError.first
        }
      }
    }
    #expect(calls.value == 1)
  }

  @Test func aFailureIsKeptWithoutALifetimeOfValues() {
    let loads = Loads(keeping: .upTo(10, failures: .seconds(5)), clock: clock)
    let first = request(from: loads)
    server.fail(0, TestError.first)
    #expect(first.currentError as? TestError == .first)
    #expect(request(from: loads).currentError as? TestError == .first)
    clock.advance(by: .seconds(5))
    #expect(!request(from: loads).isSettled)
  }

  @Test func cancellationIsNotKept() {
    let loads = loads(failures: .seconds(5))
    let first = request(from: loads)
    server.fail(0, CancellationError())
    #expect(first.currentError is CancellationError)
    request(from: loads).cancel()
    #expect(!request(from: loads).isSettled)
    #expect(server.requests.count == 3)
  }

  @Test(arguments: [false, true])
  func aFailureIsForgottenWithItsKey(_ all: Bool) {
    let loads = loads(failures: .seconds(5))
    let first = request(from: loads)
    if all { loads.removeAll() } else { loads.remove("a") }
    server.fail(0, TestError.first)
    #expect(first.currentError as? TestError == .first)
    let second = request(from: loads)
    #expect(server.requests.count == 2)
    server.fail(1, TestError.second)
    #expect(second.currentError as? TestError == .second)
    if all { loads.removeAll() } else { loads.remove("a") }
    #expect(!request(from: loads).isSettled)
    #expect(server.requests.count == 3)
  }

  @Test func noMoreFailuresAreKeptThanValues() {
    let loads = Loads(keeping: .upTo(2, for: .seconds(1), failures: .seconds(5)), clock: clock)
    for key in ["a", "b", "c"] {
      loads.load(key) { throw TestError.first }.onFailure { _ in }
    }
    #expect(!loads.load("a") { server.request("a") }.isSettled)
    #expect(loads.load("c") { server.request("c") }.currentError as? TestError == .first)
  }

  /// The time is read before the lock is taken.
  @Test func aFailureThatArrivesWhileTheClockIsReadIsKept() {
    let clock = JumpingClock()
    let loads = Loads(keeping: .upTo(10, failures: .seconds(5)), clock: clock)
    clock.afterNextRead { [server] in
      // The caller has found no value, and searches again.
      clock.afterNextRead {
        clock.jump(by: .milliseconds(1))
        loads.load("a") { server.request("a") }.onFailure { _ in }
        server.fail(0, TestError.first)
      }
    }
    let second = loads.load("a") { server.request("a") }
    #expect(second.currentError as? TestError == .first)
    #expect(server.requests.count == 1)
  }
}
