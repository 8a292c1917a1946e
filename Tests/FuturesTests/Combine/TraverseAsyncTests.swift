import Futures
import FuturesTesting
import TestSupport
import Testing

/// `traverse` with an asynchronous closure, which uses as many tasks as may run at a time.
@Suite(.timeLimit(.minutes(10))) struct TraverseAsyncTests {
  private let manual = ManualContext()
  private let works = Works()

  @Test func elementsStartInInputOrder() {
    let started = Log<Int>()
    let result = manual.capture {
      (0..<5).traverse { number in
        started.add(number)
        return number
      }
    }
    #expect(started.all == [])
    manual.runAll()
    #expect(started.all == [0, 1, 2, 3, 4])
    #expect(result.currentValue == [0, 1, 2, 3, 4])
  }

  @Test func theNextElementStartsWhenOneEnds() {
    let started = Log<Int>()
    let result = manual.capture {
      (0..<5).traverse(maxConcurrent: 2) { [works] number in
        started.add(number)
        return try await works.start().value
      }
    }
    manual.runAll()
    #expect(started.all == [0, 1])
    for (ended, next) in [(1, 2), (2, 3), (0, 4)] {
      works.succeed(ended, with: ended)
      manual.runAll()
      #expect(started.all == Array(0...next))
    }
    works.succeed(4, with: 4)
    works.succeed(3, with: 3)
    manual.runAll()
    #expect(result.currentValue == [0, 1, 2, 3, 4])
  }

  @Test func noElementsGiveAnEmptyArrayAtOnce() {
    let source = CancellationSource()
    source.cancel()
    let body: @Sendable (Int) async throws -> Int = { $0 }
    #expect([Int]().traverse(body).currentValue == [])
    #expect([Int]().traverse(cancellation: source.token, body).currentValue == [])
  }

  @Test func aValueMayBeOptional() {
    let result = manual.capture {
      [1, 2].traverse { number async throws -> Int? in number == 1 ? nil : number }
    }
    manual.runAll()
    #expect(result.currentValue == [nil, 2])
  }

  @Test func failsWithTheFirstFailureInInputOrder() {
    let result = manual.capture {
      (0..<4).traverse { [works] number in
        do {
          return try await works.start().value
        } catch {
          throw number == 1 ? TestError.first : TestError.second
        }
      }
    }
    manual.runAll()
    works.fail(2)
    works.fail(1)
    manual.runAll()
    #expect(!result.isSettled)
    #expect(works.running == 2)
    works.succeed(0)
    manual.runAll()
    #expect(result.currentError as? TestError == .first)
    #expect(works.running == 0)
    #expect(works.cancelled == 1)
  }

  @Test func nothingNewStartsAfterAFailure() {
    let started = Log<Int>()
    let result = manual.capture {
      (0..<9).traverse(maxConcurrent: 2) { [works] number in
        started.add(number)
        return try await works.start().value
      }
    }
    manual.runAll()
    works.fail(1)
    manual.runAll()
    works.succeed(0)
    manual.runAll()
    #expect(started.all == [0, 1])
    #expect(result.currentError as? TestError == .first)
  }

  @Test func anElementThatIgnoresCancellationDoesNotDelayTheFailure() async {
    let (begun, release) = (Promise<Void, Never>(), Promise<Void, Never>())
    let ended = Promise<Bool, Never>()
    let result = [1, 2].traverse { number in
      if number == 1 {
        await begun.future.value
        throw TestError.first
      }
      begun.succeed()
      await release.future.value
      ended.succeed(Task.isCancelled)
      return number
    }
    #expect(await result.result.failure as? TestError == .first)
    release.succeed()
    #expect(await ended.future.value)
  }

  @Test func anElementThatIgnoresCancellationDoesNotDelayACancellation() async {
    let (begun, release) = (Promise<Void, Never>(), Promise<Void, Never>())
    let ended = Promise<Bool, Never>()
    let started = Counter()
    let result = (0..<3).traverse(maxConcurrent: 1) { number async throws in
      started.add()
      begun.succeed()
      await release.future.value
      ended.succeed(Task.isCancelled)
      return number
    }
    await begun.future.value
    result.cancel()
    #expect(result.currentError is CancellationError)
    release.succeed()
    #expect(await ended.future.value)
    #expect(started.value == 1)
  }

  @Test func cancellingTheResultCancelsAThousandElements() {
    let result = manual.capture {
      (0..<1000).traverse { [works] _ in try await works.start().value }
    }
    manual.runAll()
    #expect(works.running == 1000)
    result.cancel()
    #expect(works.running == 0)
    manual.runAll()
    #expect(works.cancelled == 1000)
  }

  @Test func theTokenCancelsWhatRunsAndNothingNewStarts() {
    let source = CancellationSource()
    let result = manual.capture {
      (0..<1000).traverse(maxConcurrent: 4, cancellation: source.token) { [works] _ in
        try await works.start().value
      }
    }
    manual.runAll()
    #expect(works.running == 4)
    source.cancel()
    #expect(result.currentError is CancellationError)
    #expect(works.running == 0)
    manual.runAll()
    #expect(works.started == 4)
  }

  @Test func whatAnElementLeavesRunningIsCancelledWithIt() {
    let result = manual.capture {
      [1, 2, 3].traverse(maxConcurrent: 2) { [works] number in
        _ = works.start()
        return number == 2 ? try await works.start().value : number
      }
    }
    manual.runAll()
    #expect(works.started == 4)
    #expect(works.cancelled == 2)
    works.succeed(2, with: 2)
    manual.runAll()
    #expect(result.currentValue == [1, 2, 3])
    #expect(works.running == 0)
  }

  @Test func elementsOfAResultThatCannotBeCancelledRunInACancelledScope() {
    let scope = CancellationSource()
    let seen = Log<Bool>()
    let result = Box<Future<[Int], Never>?>(nil)
    let outer = withCancellationScope(linkedTo: scope.token) { () -> Future<Int, any Error> in
      result.value = manual.capture {
        (0..<4).traverse(maxConcurrent: 2) { [works] number in
          if number < 2 { _ = await works.start().result }
          seen.add(CancellationToken.current.isCancelled && Task.isCancelled)
          return number
        }
      }
      return .never
    }
    manual.runAll()
    #expect(works.running == 2)
    scope.cancel()
    #expect(works.running == 0)
    manual.runAll()
    #expect(seen.all == [true, true, true, true])
    #expect(result.value?.currentValue == [0, 1, 2, 3])
    outer.ignoringFailure()
  }

  @Test func aValueIsNotKeptByAnElementThatIgnoresCancellation() async throws {
    let (begun, release) = (Promise<Void, Never>(), Promise<Void, Never>())
    let tracked = Box<Tracked?>(Tracked())
    let weak = WeakReference(tracked.value!)
    let result = [1, 2, 3].traverse { number -> Tracked? in
      if number == 1 {
        defer { begun.succeed() }
        let value = tracked.value
        tracked.value = nil
        return value
      }
      await begun.future.value
      if number == 2 { throw TestError.first }
      await release.future.value
      return nil
    }
    #expect(await result.result.failure is TestError)
    try await weak.goes()
    release.succeed()
  }

  @MainActor
  @Test func elementsRunWhereTheClosureIsWritten() async throws {
    let result = (0..<20).traverse(maxConcurrent: 3) { number in
      MainActor.assertIsolated()
      try await Task.sleep(for: .zero)
      MainActor.assertIsolated()
      return number
    }
    #expect(try await result.value == Array(0..<20))
  }

  @Test(arguments: [1, 3, 1000])
  func everyElementRunsOnceOnManyThreads(_ limit: Int) async {
    let (running, starts) = (Counter(), Counter())
    let most = Box(0)
    let result = (0..<1000).traverse(maxConcurrent: limit) { number in
      starts.add()
      most.value = max(most.value, running.add())
      await Task.yield()
      running.add(-1)
      return number
    }
    #expect(await result.value == Array(0..<1000))
    #expect(starts.value == 1000)
    #expect(most.value <= limit)
  }
}
