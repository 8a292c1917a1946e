import Futures
import FuturesTesting
import Testing
import TestSupport

/// Work that a test completes piece by piece.
private final class Work: Sendable {
  private let promises = Box<[Int: Promise<String, TestError>]>([:])
  let started = Log<Int>()

  func start(_ element: Int) -> Future<String, TestError> {
    started.add(element)
    let promise = Promise<String, TestError>()
    promises.value[element] = promise
    return promise.future
  }

  func succeed(_ element: Int) { promises.value[element]?.succeed("\(element)") }
  func fail(_ element: Int, _ error: TestError) { promises.value[element]?.fail(error) }
}

@Suite struct SequenceTraverseTests {
  @Test func collectsTheValuesInInputOrder() {
    let work = Work()
    let values = (0..<3).traverse { work.start($0) }
    #expect(work.started.all == [0, 1, 2])
    work.succeed(2)
    work.succeed(0)
    #expect(!values.isSettled)
    work.succeed(1)
    #expect(values.currentValue == ["0", "1", "2"])
  }

  @Test func noElementsGiveAnEmptyArrayAtOnce() {
    let work = Work()
    #expect([Int]().traverse(maxConcurrent: 2) { work.start($0) }.currentValue == [])
    #expect(work.started.count == 0)
  }

  @Test func startsOnlySoManyAtATime() {
    let work = Work()
    let values = (0..<5).traverse(maxConcurrent: 2) { work.start($0) }
    #expect(work.started.all == [0, 1])
    work.succeed(1)
    #expect(work.started.all == [0, 1, 2])
    work.succeed(2)
    #expect(work.started.all == [0, 1, 2, 3])
    work.succeed(0)
    #expect(work.started.all == [0, 1, 2, 3, 4])
    work.succeed(3)
    #expect(!values.isSettled)
    work.succeed(4)
    #expect(values.currentValue == ["0", "1", "2", "3", "4"])
  }

  @Test(arguments: [1, 3, 8])
  func theBoundHoldsAcrossThreads(_ limit: Int) async throws {
    let running = Counter()
    let most = Box(0)
    let values = (0..<200).traverse(maxConcurrent: limit) { element in
      Future<Int, any Error>(operation: { () async throws -> Int in
        let now = running.add()
        most.value = max(most.value, now)
        await Task.yield()
        running.add(-1)
        return element
      })
    }
    #expect(try await values.value == Array(0..<200))
    #expect(most.value <= limit)
    #expect(most.value >= 1)
  }

  @Test func aLimitOfOneRunsOneAfterAnother() {
    let work = Work()
    let values = (0..<3).traverse(maxConcurrent: 1) { work.start($0) }
    for element in 0..<3 {
      #expect(work.started.all == Array(0...element))
      work.succeed(element)
    }
    #expect(values.isSettled)
  }

  @Test(arguments: [0, -4])
  func aLimitBelowOneIsTakenAsOne(_ limit: Int) {
    let work = Work()
    let recorder = DiagnosticsRecorder {
      $0.kind == .invalidArgument && $0.detail?.contains("not \(limit)") == true
    }
    let values = recorder.record { (0..<2).traverse(maxConcurrent: limit) { work.start($0) } }
    #expect(recorder.diagnostics.count == 1)
    #expect(work.started.all == [0])
    work.succeed(0)
    work.succeed(1)
    #expect(values.currentValue == ["0", "1"])
  }

  @Test func aLimitAboveTheNumberOfElementsStartsAll() {
    let work = Work()
    let values = (0..<3).traverse(maxConcurrent: 100) { work.start($0) }
    #expect(work.started.count == 3)
    for element in 0..<3 { work.succeed(element) }
    #expect(values.isSettled)
  }

  @Test func nothingNewIsStartedAfterAFailure() {
    let work = Work()
    let values = (0..<5).traverse(maxConcurrent: 2) { work.start($0) }
    work.fail(1, .second)
    #expect(work.started.all == [0, 1])
    #expect(!values.isSettled)
    work.succeed(0)
    #expect(work.started.all == [0, 1])
    #expect(values.currentError == .second)
  }

  @Test func failsWithTheFirstFailureInInputOrder() {
    let work = Work()
    let values = (0..<3).traverse { work.start($0) }
    work.fail(2, .third)
    work.fail(0, .first)
    #expect(values.currentError == .first)
    work.succeed(1)
  }

  @Test func whatTheClosureThrowsFailsThatPiece() {
    let work = Work()
    let values = (0..<5).traverse(maxConcurrent: 2) {
      element -> Future<String, any Error> in
      if element == 1 { throw TestError.second }
      return work.start(element).eraseFailure()
    }
    work.succeed(0)
    #expect(values.currentError as? TestError == .second)
    #expect(work.started.all == [0])
  }

  @Test func theLimitHoldsForClosuresThatMayThrow() {
    let work = Work()
    let values = (0..<5).traverse(maxConcurrent: 2) {
      element -> Future<String, any Error> in
      if element == 5 { throw TestError.second }
      return work.start(element).eraseFailure()
    }
    #expect(work.started.all == [0, 1])
    work.succeed(1)
    #expect(work.started.all == [0, 1, 2])
    values.cancel()
  }

  @Test func settledWorkTakesConstantStack() {
    let values = (0..<100_000).traverse(maxConcurrent: 1) { Future<Int, TestError>(value: $0) }
    #expect(values.currentValue?.count == 100_000)
    #expect(values.currentValue?.last == 99_999)
  }

  @Test func settledWorkWithoutALimitTakesConstantStack() {
    onSmallStack {
      let values = (0..<StressSize.links / 5).traverse { Future<Int, TestError>(value: $0) }
      #expect(values.currentValue?.count == StressSize.links / 5)
    }
  }

  @Test func workThatBecomesReadyAllAtOnceTakesConstantStack() {
    let elements = 0..<StressSize.links / 5
    onSmallStack {
      let gate = Promise<Void, TestError>()
      let values = elements.traverse(maxConcurrent: 3) { element in
        gate.future.map { element }
      }
      gate.succeed()
      #expect(values.currentValue == Array(elements))
    }
  }

  @Test func theClosureRunsOnTheContext() {
    let manual = ManualContext()
    let work = Work()
    let values = (0..<3).traverse(maxConcurrent: 2, on: manual.context) { work.start($0) }
    #expect(work.started.count == 0)
    #expect(manual.pendingCount == 2)
    manual.runAll()
    #expect(work.started.all == [0, 1])
    work.succeed(0)
    #expect(work.started.all == [0, 1])
    manual.runAll()
    #expect(work.started.all == [0, 1, 2])
    work.succeed(1)
    work.succeed(2)
    #expect(values.currentValue == ["0", "1", "2"])
  }

  @Test func cancellingTheTokenCancelsTheResultAndStartsNothingNew() {
    let source = CancellationSource()
    let promises = (0..<3).map { _ in Promise<Int, any Error>() }
    let started = Log<Int>()
    let values = (0..<3).traverse(maxConcurrent: 1, cancellation: source.token) {
      index -> Future<Int, any Error> in
      started.add(index)
      return promises[index].future
    }
    source.cancel()
    #expect(values.currentError is CancellationError)
    #expect(!promises[0].future.isSettled)
    promises[0].succeed(1)
    #expect(started.all == [0])
  }

  @Test func cancellingTheResultStartsNothingNew() {
    let promises = (0..<3).map { _ in Promise<Int, any Error>() }
    let started = Log<Int>()
    let values = (0..<3).traverse(maxConcurrent: 1) { index -> Future<Int, any Error> in
      started.add(index)
      return promises[index].future
    }
    #expect(values.cancel())
    #expect(!promises[0].future.isSettled)
    promises[0].succeed(1)
    #expect(started.all == [0])
  }
}
