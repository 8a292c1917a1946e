import Futures
import FuturesTesting
import Testing
import TestSupport
import Workflows

/// A step that counts its calls and waits for the test.
private struct Counted: Step {
  let calls = Counter()
  let gate = Gate<Int>()
  let token = Box(CancellationToken.never)

  func run(_ input: Int, in context: StepContext) async throws -> Int {
    calls.add()
    token.value = context.cancellation
    return try await gate.run(input, in: context) * 10
  }
}

/// An input that reports when a cache that holds it compares it with another.
private struct Asked: Hashable, Sendable {
  let number: Int
  let found: Promise<Void, any Error>

  static func == (left: Asked, right: Asked) -> Bool {
    if left.number == right.number && !left.found.future.isSettled { left.found.succeed() }
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

@Suite struct ResultCacheTests {
  private let counted = Counted()
  private let cache = ResultCache<Int, Int>()

  @Test func theSameInputRunsOnce() async throws {
    counted.gate.open()
    let workflow = counted.cached(in: cache).then { $0 }
    #expect(try await workflow(1) == 10)
    #expect(try await workflow(1) == 10)
    #expect(try await workflow(2) == 20)
    #expect(counted.calls.value == 2)
    #expect(cache.count == 2)
    cache.remove(1)
    #expect(try await workflow(1) == 10)
    #expect(counted.calls.value == 3)
    cache.removeAll()
    #expect(cache.count == 0)
  }

  @Test func runsAtTheSameTimeShareOneExecution() async throws {
    let found = Promise<Void, any Error>()
    let step = Perform.withContext { [counted] (asked: Asked, context: StepContext) in
      try await counted.run(asked.number, in: context)
    }
    let workflow = step.cached().then { $0 }
    let first = workflow.start(Asked(number: 1, found: found))
    try await counted.gate.arrival()
    let second = workflow.start(Asked(number: 1, found: found))
    try await found.future.timeout(.seconds(600)).value
    counted.gate.open()
    #expect(try await first.value == 10)
    #expect(try await second.value == 10)
    #expect(counted.calls.value == 1)
  }

  @Test func theExecutionIsCancelledWithTheLastThatWaits() async throws {
    let found = Promise<Void, any Error>()
    let cache = ResultCache<Asked, Int>()
    let step = Perform.withContext { [counted] (asked: Asked, context: StepContext) in
      try await counted.run(asked.number, in: context)
    }
    let workflow = step.cached(in: cache).then { $0 }
    let first = workflow.start(Asked(number: 1, found: found))
    try await counted.gate.arrival()
    let second = workflow.start(Asked(number: 1, found: found))
    try await found.future.timeout(.seconds(600)).value
    // Inputs are compared under the lock of the cache, so once it answers, the second run has
    // joined.
    #expect(cache.count == 0)
    first.cancel()
    await first.stopped()
    #expect(!counted.token.value.isCancelled)
    second.cancel()
    await second.stopped()
    #expect(counted.token.value.isCancelled)
    #expect(counted.calls.value == 1)
  }

  @Test func aFailureIsNotKept() async throws {
    let calls = Counter()
    let step = Perform { (number: Int) in
      if calls.add() == 1 { throw TestError() }
      return number
    }
    let workflow = step.cached().then { $0 }
    await #expect(throws: TestError()) { try await workflow(1) }
    #expect(try await workflow(1) == 1)
    #expect(try await workflow(1) == 1)
    #expect(calls.value == 2)
  }

  @Test func outputsOfInputsThatNobodyAsksForAgainGoToo() async throws {
    let clock = ManualClock()
    let cache = ResultCache<Int, Tracked>(keeping: .everything(for: .seconds(10)), clock: clock)
    let made = Box<WeakReference?>(nil)
    let step = Perform { (number: Int) -> Tracked in
      if number % 2 == 1 { throw TestError() }
      let tracked = Tracked()
      if number == 0 { made.value = WeakReference(tracked) }
      return tracked
    }
    let workflow = step.cached(in: cache).then { _ in }
    try await workflow(0)
    let first = try #require(made.value)
    #expect(!first.isGone)
    for number in 1...400 {
      clock.advance(by: .milliseconds(500))
      _ = try? await workflow(number)
    }
    #expect(first.isGone)
    #expect(cache.count <= 64)
  }

  @Test func outputsGoWhenTheyAreOldOrTooMany() async throws {
    let clock = ManualClock()
    let cache = ResultCache<Int, Int>(keeping: .upTo(2, for: .seconds(10)), clock: clock)
    counted.gate.open()
    let workflow = counted.cached(in: cache).then { $0 }
    _ = try await workflow(1)
    clock.advance(by: .seconds(9))
    _ = try await workflow(1)
    #expect(counted.calls.value == 1)
    clock.advance(by: .seconds(1))
    _ = try await workflow(1)
    #expect(counted.calls.value == 2)
    _ = try await workflow(2)
    _ = try await workflow(3)
    #expect(cache.count == 2)
    _ = try await workflow(1)
    #expect(counted.calls.value == 5)
  }

  @Test func aClockThatIsSetBackKeepsNoOutputLonger() async throws {
    let clock = JumpingClock()
    counted.gate.open()
    let step = counted.cached(
      in: ResultCache(keeping: .everything(for: .seconds(10)), clock: clock)
    )
    _ = try await step.run(1, in: StepContext())
    _ = try await step.run(1, in: StepContext())
    #expect(counted.calls.value == 1)
    clock.jump(by: .seconds(-3600))
    _ = try await step.run(1, in: StepContext())
    #expect(counted.calls.value == 2)
  }

  @Test func aFailureTakesNoRoom() async throws {
    let cache = ResultCache<Int, Int>(keeping: .upTo(2))
    let calls = Counter()
    let step = Perform { (number: Int) in
      calls.add()
      if number == 2 { throw TestError() }
      return number
    }
    let workflow = step.cached(in: cache).then { $0 }
    _ = try await workflow(1)
    _ = try? await workflow(2)
    #expect(cache.count == 1)
    _ = try await workflow(3)
    #expect(cache.count == 2)
    _ = try await workflow(1)
    _ = try await workflow(3)
    #expect(calls.value == 3)
  }

  @Test func whatWasSetBeforeAFailureIsSeenByTheRunThatExecutes() async throws {
    let step = Perform.withContext { (_: Int, context: StepContext) -> Int in
      context[RunKey<String>("note")] = "failed"
      throw TestError()
    }
    let run = step.cached().then { $0 }.start(1)
    await #expect(throws: TestError()) { try await run.value }
    #expect(run[RunKey<String>("note")] == "failed")
  }
}
