import Futures
import FuturesTesting
import TestSupport
import Testing

/// Loads that wait for themselves.
@Suite(.timeLimit(.minutes(10))) struct LoadCycleTests {
  private typealias Loads = SharedLoads<Int, Int, any Error>

  private let loads = Loads()
  private let server = ManualServer()

  private func cycle(_ keys: Int...) -> LoadCycle { LoadCycle(keys: keys.map(String.init)) }

  private func expect(
    _ cycle: LoadCycle,
    at location: SourceLocation = #_sourceLocation,
    of body: () async throws -> Int
  ) async {
    do {
      _ = try await body()
      Issue.record("The load has succeeded.", sourceLocation: location)
    } catch {
      #expect(error as? LoadCycle == cycle, sourceLocation: location)
    }
  }

  // MARK: One chain

  @Test func aLoadThatRequestsItsOwnKeyFailsAtOnce() async throws {
    await expect(cycle(4, 4)) { [loads] in
      try await loads.value(for: 4) { try await loads.value(for: 4) { 4 } }
    }
    #expect(try await loads.value(for: 4) { 5 } == 5)
  }

  @Test func aLoadThatRequestsItsOwnKeyThroughAnotherFailsAtOnce() async throws {
    await expect(cycle(4, 5, 4)) { [loads] in
      try await loads.value(for: 4) {
        try await loads.value(for: 5) { try await loads.value(for: 4) { 4 } }
      }
    }
    #expect(try await loads.value(for: 4) { 6 } == 6)
    #expect(try await loads.value(for: 5) { 7 } == 7)
  }

  @Test func aCycleOfFuturesFailsAtOnce() {
    let answer = loads.load(4) { [loads] in
      loads.load(5) { loads.load(6) { loads.load(4) { Future(value: 4) } } }
    }
    #expect(answer.currentError as? LoadCycle == cycle(4, 5, 6, 4))
    #expect(loads.load(4) { Future(value: 6) }.currentValue == 6)
  }

  @Test func theErrorSaysWhichKeysAndWhatToDo() {
    let text = "\(cycle(4, 5, 4))"
    #expect(text.contains("4 → 5 → 4"))
    #expect(text.contains("remove"))
  }

  @Test func aCycleMaySpanSeveralObjects() async throws {
    let names = SharedLoads<Int, String, any Error>()
    let session = SharedLoad<Double, any Error>()
    let keys = ["4 (Int)", "4 (String)", "SharedLoad (Double)", "4 (Int)"]
    await expect(LoadCycle(keys: keys)) { [loads] in
      try await loads.value(for: 4) {
        let name = try await names.value(for: 4) {
          let number = try await session.value { Double(try await loads.value(for: 4) { 1 }) }
          return "\(number)"
        }
        return name.count
      }
    }
    let again = session.load { session.load { Future(value: 1) } }
    #expect(again.currentError as? LoadCycle == LoadCycle(keys: ["SharedLoad", "SharedLoad"]))
  }

  @Test func aChildOfALoadBelongsToIt() async throws {
    await expect(cycle(4, 4)) { [loads] in
      try await loads.value(for: 4) {
        async let one = loads.value(for: 4) { 1 }
        return try await one
      }
    }
    await expect(cycle(6, 6)) { [loads] in
      try await loads.value(for: 6) {
        try await withThrowingTaskGroup(of: Int.self) { group in
          group.addTask { try await loads.value(for: 5) { 2 } }
          group.addTask { try await loads.value(for: 6) { 3 } }
          return try await group.reduce(0, +)
        }
      }
    }
  }

  @Test func whatALoadStartsInScopesAndLimitsBelongsToIt() async throws {
    let limit = ConcurrencyLimit(1)
    await expect(cycle(4, 4)) { [loads] in
      try await loads.value(for: 4) {
        try await withCancellationScope(linkedTo: .never) {
          try await limit.run { try await loads.value(for: 4) { 1 } }.value
        }
      }
    }
    let answer = loads.load(5) { [loads] in
      try await withTimeout(.seconds(1), clock: ManualClock()) {
        ConcurrencyLimit(1).run { loads.load(5) { Future<Int, any Error>(value: 1) } }
      }
    }
    #expect(await answer.result.failure as? LoadCycle == cycle(5, 5))
  }

  @Test func aClosureThatALoadRegistersBelongsToIt() {
    let answer = loads.load(4) { [loads, server] in
      server.request("first").flatMap { _ in loads.load(4) { server.request("second") } }
    }
    server.answer(0)
    #expect(answer.currentError as? LoadCycle == cycle(4, 4))
    #expect(server.requests == ["first"])
  }

  @Test func aLoadOnAContextKnowsItself() {
    let context = ManualContext()
    let answer = loads.load(4, on: context.context) { [loads] in
      loads.load(5, on: context.context) { loads.load(4) { Future(value: 4) } }
    }
    context.runAll()
    #expect(answer.currentError as? LoadCycle == cycle(4, 5, 4))
  }

  // MARK: Several chains

  @Test func loadsThatWaitForEachOtherAreACycle() {
    let first = loads.load(1) { [loads, server] in
      server.request("1").flatMap { _ in loads.load(2) { Future(value: 0) } }
    }
    let second = loads.load(2) { [loads, server] in
      server.request("2").flatMap { _ in loads.load(1) { Future(value: 0) } }
        .recover { $0 as? LoadCycle == LoadCycle(keys: ["1", "2", "1"]) ? 7 : 0 }
    }
    server.answer(0)
    #expect(!first.isSettled)
    server.answer(1)
    // The request that came second fails, and the other one gets what its load makes of it.
    #expect(second.currentValue == 7)
    #expect(first.currentValue == 7)
  }

  @Test func tasksThatWaitForEachOtherAreACycle() async throws {
    async let first = loads.value(for: 1) { [loads, server] in
      _ = try await server.request("1").value
      return try await loads.value(for: 2) { 0 }
    }
    try await server.waitForRequests(1)
    async let second = loads.value(for: 2) { [loads, server] in
      _ = try await server.request("2").value
      return try await loads.value(for: 1) { 0 }
    }
    try await server.waitForRequests(2)
    server.answerAll()
    var errors: [any Error] = []
    do { _ = try await first } catch { errors.append(error) }
    do { _ = try await second } catch { errors.append(error) }
    #expect(errors.count == 2)
    #expect(errors.allSatisfy { $0 is LoadCycle })
    #expect(try await loads.value(for: 1) { 8 } == 8)
  }

  @Test func loadsThatWaitForOneAreNoCycle() async throws {
    let sum = try await loads.value(for: 1) { [loads] in
      async let two = loads.value(for: 2) { try await loads.value(for: 4) { 10 } }
      async let three = loads.value(for: 3) { try await loads.value(for: 4) { 10 } }
      return try await two + three + loads.value(for: 4) { 10 }
    }
    #expect(sum == 30)
  }

  // MARK: No cycles

  @Test func aCallbackDoesNotBelongToTheLoadThatCompletesItsFuture() {
    let promise = Promise<Int, any Error>()
    let stranger = Box<Future<Int, any Error>?>(nil)
    promise.future.onSuccess { [loads] _ in stranger.value = loads.load(1) { .never } }
    let second = loads.load(2) { [loads] in
      promise.future.flatMap { _ in loads.load(1) { .never } }
    }
    let first = loads.load(1) { [server] in
      promise.succeed(1)
      return server.request("1")
    }
    #expect(!second.isSettled)
    server.answer(0, 5)
    for answer in [first, second, stranger.value] { #expect(answer?.currentValue == 5) }
  }

  @Test func whatALoadHasLeftBehindMayRequestItsKey() async throws {
    let gate = Promise<Void, any Error>()
    let left = Box<Task<Int, any Error>?>(nil)
    _ = try await loads.value(for: 4) { [loads] in
      left.value = Task {
        try await gate.future.value
        return try await loads.value(for: 4) { try await loads.value(for: 5) { 6 } }
      }
      return 1
    }
    loads.remove(4)
    gate.succeed()
    #expect(try await left.value?.value == 6)
  }

  @Test func aLoadMayWaitForTheOneThatStartedItAndHasLeftIt() {
    let loads = Loads(whenAbandoned: .finish)
    let first = loads.load(1) { [server] in
      loads.load(2) {
        server.request("2").flatMap { _ in loads.load(1) { Future(value: 0) } }
      }
      .cancel()
      return server.request("1")
    }
    let second = loads.load(2) { Future(value: 0) }
    server.answer(0)
    server.answer(1, 3)
    #expect(first.currentValue == 3)
    #expect(second.currentValue == 3)
  }

  @Test func aTaskThatLeavesALoadWaitsForItNoLonger() async throws {
    let loads = Loads(whenAbandoned: .finish)
    let first = loads.load(1) { [server] in
      let child = Task {
        try await loads.value(for: 2) {
          try await server.request("2").flatMap { _ in loads.load(1) { Future(value: 0) } }.value
        }
      }
      try await server.waitForRequests(1)
      child.cancel()
      _ = await child.result
      return try await server.request("1").value
    }
    try await server.waitForRequests(2)
    // The second load is still under way, and may wait for the first.
    let second = loads.load(2) { Future(value: 0) }
    server.answer(0)
    server.answer(1, 9)
    #expect(try await [first, second].all().value == [9, 9])
  }

  @Test func aLoadThatRemovesItsKeyMayStartOver() async throws {
    let value = try await loads.value(for: 4) { [loads] in
      loads.remove(4)
      return try await loads.value(for: 4) { 7 }
    }
    #expect(value == 7)
  }

  @Test func aDetachedTaskDoesNotBelongToALoad() async throws {
    let joined = Promise<Void, any Error>()
    let detached = Box<Task<Int, any Error>?>(nil)
    _ = try await loads.value(for: 4) { [loads] in
      detached.value = Task.detached {
        let share = loads.load(4) { Future(value: 1) }
        joined.succeed()
        return try await share.value
      }
      try await joined.future.value
      return 2
    }
    #expect(try await detached.value?.value == 2)
  }

  // MARK: Who is counted

  @Test func aRefusedRequestCountsForNobody() {
    let answer = loads.load(4) { [loads, server] in
      _ = loads.load(4) { Future(value: 0) }
      return server.request("4")
    }
    answer.cancel()
    #expect(server.cancellations == [0])
    #expect(loads.load(4) { Future(value: 5) }.currentValue == 5)
  }

  @Test func aRefusedRequestThatNobodyObservesIsNotReported() {
    let recorder = DiagnosticsRecorder { $0.error as? LoadCycle == LoadCycle(keys: ["40", "40"]) }
    recorder.record {
      let answer = loads.load(40) { [loads] in
        _ = loads.load(40) { Future(value: 0) }
        return Future(value: 4)
      }
      #expect(answer.currentValue == 4)
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func waitsKeepNothingAlive() {
    let reference: WeakReference
    do {
      let tracked = Tracked()
      reference = WeakReference(tracked)
      let loads = Loads()
      let answer = loads.load(4) {
        loads.load(5) {
          Future.never.map {
            tracked.touch(); return $0
          }
        }
      }
      #expect(!answer.isSettled)
    }
    #expect(reference.isGone)
  }

  // MARK: Error types

  @Test func anErrorTypeWithoutCyclesReceivesACancellation() {
    let loads = SharedLoads<Int, Int, StoppableError>()
    let answer = loads.load(4) { loads.load(4) { Future(value: 4) } }
    #expect(answer.currentError == .stopped)
  }

  @Test func anErrorTypeForBrokenPromisesReceivesOne() {
    let loads = SharedLoads<Int, Int, BreakableError>()
    let answer = loads.load(4) { loads.load(4) { Future(value: 4) } }
    #expect(answer.currentError == .broken)
  }

  @Test func aCycleThatNoErrorCanHoldIsReported() {
    let recorder = DiagnosticsRecorder { $0.error as? LoadCycle == LoadCycle(keys: ["41", "41"]) }
    recorder.record {
      let loads = SharedLoads<Int, Int, Never>()
      let answer = loads.load(41) { loads.load(41) { Future(value: 4) } }
      #expect(!answer.isSettled)
    }
    #expect(recorder.diagnostics.map(\.kind) == [.selfResolution])
  }

  // MARK: Locks

  /// A key whose description uses the object.
  private struct CuriousKey: Hashable, CustomStringConvertible {
    static let loads = SharedLoads<CuriousKey, Int, any Error>()

    var description: String { "\(Self.loads.count)" }
  }

  @Test func theDescriptionOfAKeyMayUseTheObject() {
    let loads = CuriousKey.loads
    let answer = loads.load(CuriousKey()) { loads.load(CuriousKey()) { Future(value: 1) } }
    #expect(answer.currentError as? LoadCycle == LoadCycle(keys: ["0", "0"]))
  }
}

@Suite(.timeLimit(.minutes(20))) struct LoadCycleRaceTests {
  /// Two loads that request each other at the same time: one of the requests fails.
  @Test func askingAgainstAsking() async {
    let loads = SharedLoads<Int, Int, any Error>()
    let rounds = StressSize.rounds / 10
    let gates = (0..<rounds).map { _ in (Promise<Void, any Error>(), Promise<Void, any Error>()) }
    let answers = gates.enumerated().map { round, gates in
      let (first, second) = (2 * round, 2 * round + 1)
      return (
        loads.load(first) { gates.0.future.flatMap { _ in loads.load(second) { .never } } },
        loads.load(second) { gates.1.future.flatMap { _ in loads.load(first) { .never } } }
      )
    }
    await race(rounds: rounds) { round in
      gates[round].0.succeed()
    } _: { round in
      gates[round].1.succeed()
    }
    for (first, second) in answers {
      let cycle = first.currentError as? LoadCycle
      #expect(cycle != nil)
      #expect(second.currentError as? LoadCycle == cycle)
    }
  }
}
