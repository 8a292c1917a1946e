import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct WithRaceTests {
  private let works = Works()

  /// The forms of a race: closures that await, and closures that return futures.
  enum Form: CaseIterable {
    case values, futures

    nonisolated(nonsending) func race(
      _ first: @escaping @Sendable () async -> Future<Int, any Error>,
      or second: @escaping @Sendable () async -> Future<Int, any Error>
    ) async throws -> Int {
      switch self {
      case .values:
        try await withRace {
          try await first().value
        } or: {
          try await second().value
        }
      case .futures:
        try await withRace {
          await first()
        } or: {
          await second()
        }
      }
    }
  }

  private func start(_ form: Form) async -> Task<Int, any Error> {
    let call = Task { [works] in
      try await form.race({ works.start() }, or: { works.start() })
    }
    await works.waitForStart(of: 2)
    return call
  }

  @Test(arguments: Form.allCases, [0, 1])
  func theFirstOutcomeDecidesAndTheOtherWorkStops(_ form: Form, winner: Int) async throws {
    let call = await start(form)
    works.succeed(winner, with: 7)
    #expect(try await call.value == 7)
    #expect(works.cancelled == 1)
    #expect(works.running == 0)
  }

  @Test(arguments: Form.allCases) func aFailureDecidesToo(_ form: Form) async throws {
    let call = await start(form)
    works.fail(1)
    await #expect(throws: TestError.first) { try await call.value }
    #expect(works.running == 0)
  }

  @Test(arguments: Form.allCases) func cancellingTheTaskCancelsBoth(_ form: Form) async throws {
    let call = await start(form)
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(works.running == 0)
  }

  @Test(arguments: Form.allCases) func cancellingTheScopeCancelsBoth(_ form: Form) async throws {
    let source = CancellationSource()
    let call = Task { [works] in
      try await withCancellationScope(linkedTo: source.token) {
        try await form.race({ works.start() }, or: { works.start() })
      }
    }
    await works.waitForStart(of: 2)
    source.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(works.running == 0)
  }

  @Test func whatTheWinnerLeavesRunningIsCancelled() async throws {
    let value = try await withRace { [works] in
      _ = works.start()
      return 1
    } or: {
      try await Future<Int, any Error>.never.value
    }
    #expect(value == 1)
    #expect(works.cancelled == 1)
  }

  @Test(arguments: Form.allCases)
  func aFutureThatWasStartedElsewhereSurvivesTheRaceItLoses(_ form: Form) async throws {
    let shared = works.start()
    let begun = Promise<Void, Never>()
    let win = Promise<Int, any Error>()
    let call = Task {
      try await form.race(
        {
          begun.succeed()
          return shared
        },
        or: { win.future }
      )
    }
    await begun.future.value
    win.succeed(7)
    #expect(try await call.value == 7)
    #expect(!shared.isSettled)
    works.succeed(0)
    #expect(shared.currentValue == 1)
  }

  @Test func aLoserThatIgnoresItsCancellationDoesNotHoldTheCall() async throws {
    let gate = Promise<Void, Never>()
    let value = try await withRace {
      await gate.future.value  // cannot hold a cancellation
      return 1
    } or: {
      2
    }
    #expect(value == 2)
    gate.succeed()
  }

  @Test func aCancelledTaskStartsNothing() async {
    let works = works
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withRace {
        works.start()
      } or: {
        works.start()
      }
    }
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(works.started == 0)
  }

  @Test @MainActor func closuresRunWhereTheyAreWritten() async throws {
    var begun = 0
    try await withRace {
      MainActor.assertIsolated()
      begun += 1
    } or: {
      MainActor.assertIsolated()
      begun += 1
    }
    #expect(begun > 0)
  }

  // MARK: Priorities

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test(.timeLimit(.minutes(10))) func bothAreAsUrgentAsTheirCallerBecomes() async throws {
    let begun = Promise<TaskPriority, Never>()
    let never = Promise<Void, any Error>()
    let caller = Task(priority: .background) {
      try await withRace {
        begun.succeed(Task.currentPriority)
        while Task.currentPriority < .high { await Task.yield() }
        return Task.currentPriority
      } or: {
        try await never.future.value
        return .high
      }
    }
    #expect(await begun.future.value == .background)
    caller.escalatePriority(to: .high)
    #expect(try await caller.value >= .high)
  }
}
