import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct FutureRaceTests {
  private let works = Works()

  private func race() -> Future<Int, any Error> {
    Future.race { [works] in
      works.start().map { $0 }
    } or: { [works] in
      works.start().flatMap { Future(value: $0) }
    }
  }

  @Test(arguments: [0, 1]) func theFirstOutcomeDecidesAndTheOtherWorkStops(winner: Int) {
    let result = race()
    #expect(works.running == 2)
    works.succeed(winner, with: 7)
    #expect(result.currentValue == 7)
    #expect(works.running == 0)
    #expect(works.cancelled == 1)
  }

  @Test func aFailureDecidesToo() {
    let result = race()
    works.fail(1)
    #expect(result.currentError as? TestError == .first)
    #expect(works.running == 0)
  }

  @Test func whatTheWinnerLeavesRunningIsCancelled() {
    let result = Future.race { [works] () -> Future<Int, any Error> in
      _ = works.start()
      return works.start()
    } or: { [works] in
      works.start()
    }
    works.succeed(1, with: 7)
    #expect(result.currentValue == 7)
    #expect(works.cancelled == 2)
  }

  @Test func whatIsSharedGoesOn() {
    let shared = works.start()
    let result = Future.race {
      shared
    } or: {
      Future(value: 7)
    }
    #expect(result.currentValue == 7)
    #expect(!shared.isSettled)
  }

  @Test func theSecondDoesNotStartIfTheFirstHasSettled() {
    let result = Future.race {
      Future<Int, any Error>(value: 1)
    } or: { [works] in
      works.start()
    }
    #expect(result.currentValue == 1)
    #expect(works.started == 0)
  }

  @Test func workStopsBeforeTheOtherContenderHasStarted() {
    let result = Future.race { [works] in
      _ = works.start()
      return works.start()
    } or: { [works] in
      works.succeed(1, with: 7)
      #expect(works.cancelled == 1)
      return works.start()
    }
    #expect(result.currentValue == 7)
    #expect(works.running == 0)
  }

  @Test func cancellingTheResultCancelsBoth() {
    let result = race()
    result.cancel()
    #expect(works.cancelled == 2)
  }

  @Test func theTokenCancelsBoth() {
    let source = CancellationSource()
    let manual = ManualContext()
    let result = Future.race(on: manual.context, cancellation: source.token) { [works] in
      works.start().map { $0 }
    } or: { [works] in
      works.start().map { $0 }
    }
    manual.runAll()
    #expect(works.running == 2)
    source.cancel()
    #expect(result.currentError is CancellationError)
    #expect(works.running == 0)
  }

  @Test func aRaceInARaceIsLostWithIt() {
    let result = Future.race { [works] in
      Future.race {
        works.start()
      } or: {
        works.start()
      }.map { $0 }
    } or: { [works] in
      works.start()
    }
    works.succeed(2, with: 7)
    #expect(result.currentValue == 7)
    #expect(works.running == 0)
  }

  /// The forms of a race in which an asynchronous closure returns a future.
  enum AsynchronousRace: CaseIterable {
    case futures, throwing, futureFirst, futureLast, elements

    func start(
      _ lost: @escaping @Sendable () async -> Future<Int, any Error>,
      _ won: Future<Int, any Error>
    ) -> Future<Int, any Error> {
      switch self {
      case .futures: Future.race({ await lost() }, or: { await later(won) })
      case .throwing: Future.race({ try await attempt(lost()) }, or: { won })
      case .futureFirst: Future.race({ await lost() }, or: { try await won.value })
      case .futureLast: Future.race({ try await won.value }, or: { await lost() })
      case .elements: [0, 1].race { $0 == 0 ? await lost() : won }
      }
    }
  }

  @Test(arguments: AsynchronousRace.allCases)
  func aFutureThatWasStartedElsewhereSurvivesTheRaceItLoses(_ race: AsynchronousRace) async throws {
    let (shared, win) = (Promise<Int, any Error>(), Promise<Int, any Error>())
    let begun = Promise<Void, Never>()
    let result = race.start(
      { [future = shared.future] in
        begun.succeed()
        return future
      },
      win.future
    )
    await begun.future.value
    win.succeed(7)
    #expect(try await result.value == 7)
    #expect(!shared.future.isSettled)
    shared.succeed(1)
    #expect(shared.future.currentValue == 1)
  }

  @Test func closuresMayThrow() {
    let result = Future.race { [works] () throws -> Future<Int, any Error> in
      if works.started == 0 { throw TestError.second }
      return works.start()
    } or: { [works] () throws in
      works.start()
    }
    #expect(result.currentError as? TestError == .second)
    #expect(works.started == 0)
    let manual = ManualContext()
    let onContext = Future.race(on: manual.context) { () throws -> Future<Int, any Error> in
      throw TestError.third
    } or: { () throws in
      .never
    }
    manual.runAll()
    #expect(onContext.currentError as? TestError == .third)
  }

  @Test func theSecondClosureMayThrow() {
    let result = Future.race { [works] () throws -> Future<Int, any Error> in
      works.start()
    } or: { () throws in
      throw TestError.second
    }
    #expect(result.currentError as? TestError == .second)
    #expect(works.cancelled == 1)
  }

  @Test func workOfElementsMayThrow() {
    let result = (0..<3).race { [works] number throws -> Future<Int, any Error> in
      if number == 2 { throw TestError.third }
      return works.start()
    }
    #expect(result.currentError as? TestError == .third)
    #expect(works.cancelled == 2)
  }

  @Test func ofManyTheFirstOutcomeDecides() {
    let contenders = (0..<5).map { _ in { @Sendable [works] in works.start().map { $0 } } }
    let result = contenders.race { $0() }
    works.succeed(3, with: 7)
    #expect(result.currentValue == 7)
    #expect(works.cancelled == 4)

    let manual = ManualContext()
    let onContext = contenders.race(on: manual.context) { $0() }
    manual.runAll()
    #expect(works.running == 5)
    onContext.cancel()
    #expect(works.running == 0)
  }

  @Test func withoutContendersItStaysPending() {
    #expect(![Int]().race { Future<Int, any Error>(value: $0) }.isSettled)
  }

  @Test func ofAllElementsTheFirstOutcomeDecides() {
    let result = (0..<5).race { [works] _ in works.start().map { $0 } }
    works.succeed(2, with: 7)
    #expect(result.currentValue == 7)
    #expect(works.cancelled == 4)
    let manual = ManualContext()
    let throwing = (0..<3).race(on: manual.context) { [works] number throws in
      if number == 2 { throw TestError.third }
      return works.start()
    }
    manual.runAll()
    #expect(throwing.currentError as? TestError == .third)
    #expect(works.running == 0)
  }

  @Test func droppingTheResultStopsNothing() {
    do { _ = race() }
    #expect(works.running == 2)
    works.succeed(0)
    #expect(works.running == 0)
  }

  @Test func nothingIsLeftBehind() {
    let shared = Promise<Int, any Error>()
    let captured = { () -> WeakReference in
      let tracked = Tracked()
      let result = Future.race {
        tracked.touch()
        return shared.future
      } or: {
        tracked.touch()
        return Future(value: 1)
      }
      #expect(result.currentValue == 1)
      return WeakReference(tracked)
    }()
    #expect(captured.isGone)
  }

  @Test @MainActor func closuresRunWhereTheyAreWritten() async {
    let places = Log<Bool>()
    var count = 0
    let result = Future.race { () -> Future<Int, any Error> in
      MainActor.assertIsolated()
      count += 1
      places.add(true)
      return Future.never
    } or: {
      count += 1
      return Future(value: count)
    }
    #expect(result.currentValue == 2)
    #expect(places.count == 1)
  }
}

private func later<Value>(_ value: Value) async -> Value {
  await Task.yield()
  return value
}

private func attempt<Value>(_ value: Value) async throws -> Value {
  try Task.checkCancellation()
  return value
}
