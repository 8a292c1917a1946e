import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct TraverseProgressTests {
  private let promises = (0..<3).map { _ in Promise<Int, any Error>() }
  private let calls = Log<[Int]>()

  private func traverse(
    maxConcurrent limit: Int = .max,
    cancellation token: CancellationToken = .never
  ) -> Future<[Int], any Error> {
    promises.traverse(
      maxConcurrent: limit,
      cancellation: token,
      progress: { [calls] completed, total in calls.add([completed, total]) }
    ) { $0.future }
  }

  @Test func tellsHowManyHaveSucceeded() {
    let result = traverse(maxConcurrent: 2)
    #expect(calls.all == [])
    promises[1].succeed(1)
    #expect(calls.all == [[1, 3]])
    promises[2].succeed(2)
    let callsAtTheEnd = result.map { [calls] _ in calls.count }
    promises[0].succeed(0)
    #expect(calls.all == [[1, 3], [2, 3], [3, 3]])
    #expect(callsAtTheEnd.currentValue == 3)
    #expect(result.currentValue == [0, 1, 2])
  }

  @Test func aFailureIsReportedIfNoOtherObserverSeesIt() {
    struct Unseen: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Unseen }
    recorder.record {
      _ = (0..<2).traverse(progress: { _, _ in }) { _ in Future<Int, any Error>(error: Unseen()) }
    }
    #expect(recorder.diagnostics.count == 1)
  }

  @Test func tellsNothingWithoutElements() {
    let result = [Int]().traverse(progress: { [calls] in calls.add([$0, $1]) }) {
      Future<Int, TestError>(value: $0)
    }
    #expect(result.currentValue == [])
    #expect(calls.all == [])
  }

  @Test func tellsNothingAfterAFailure() {
    let result = traverse()
    promises[1].succeed(1)
    promises[0].fail(TestError.first)
    #expect(result.currentError as? TestError == .first)
    promises[2].succeed(2)
    #expect(calls.all == [[1, 3]])
  }

  @Test func tellsNothingAfterCancellation() {
    let source = CancellationSource()
    let result = traverse(cancellation: source.token)
    promises[1].succeed(1)
    source.cancel()
    #expect(result.currentError is CancellationError)
    promises[0].succeed(0)
    #expect(calls.all == [[1, 3]])
  }

  @Test func whatTheBodyThrowsFailsTheResult() {
    let result = (0..<3).traverse(
      maxConcurrent: 1,
      progress: { [calls] in calls.add([$0, $1]) }
    ) { number -> Future<Int, any Error> in
      if number == 1 { throw TestError.second }
      return Future(value: number)
    }
    #expect(result.currentError as? TestError == .second)
    #expect(calls.all == [[1, 3]])
  }

  @Test func whatTheBodyThrowsOnAContextFailsTheResult() {
    let manual = ManualContext()
    let result = (0..<3).traverse(
      maxConcurrent: 1,
      on: manual.context,
      progress: { [calls] in calls.add([$0, $1]) }
    ) { number throws -> Future<Int, any Error> in
      if number == 1 { throw TestError.second }
      return Future(value: number)
    }
    #expect(calls.all == [])
    manual.runAll()
    #expect(result.currentError as? TestError == .second)
    #expect(calls.all == [[1, 3]])
  }

  @Test func runsOnTheContext() {
    let manual = ManualContext()
    let result = (0..<3).traverse(
      on: manual.context,
      progress: { [calls] in calls.add([$0, $1]) }
    ) { Future<Int, TestError>(value: $0) }
    manual.runAll()
    #expect(result.currentValue == [0, 1, 2])
    #expect(calls.all == [[1, 3], [2, 3], [3, 3]])
  }

  @Test func aCallThatEndsAnotherPieceOfWorkDoesNotNest() {
    let promises = promises
    let depth = Counter()
    let deepest = Box(0)
    let result = promises.traverse(
      progress: { [calls] completed, total in
        deepest.value = max(deepest.value, depth.add())
        if completed < total { promises[completed].succeed(completed) }
        calls.add([completed, total])
        depth.add(-1)
      }
    ) { $0.future }
    promises[0].succeed(0)
    #expect(calls.all == [[1, 3], [2, 3], [3, 3]])
    #expect(deepest.value == 1)
    #expect(result.currentValue == [0, 1, 2])
  }

  @Test @MainActor func runsWhereItIsWritten() async throws {
    let model = Model()
    let promises = promises
    let result = model.load(promises)
    elsewhere { promises[0].succeed(0) }
    // This one is complete before the first number has come to the main actor.
    promises[1].succeed(1)
    #expect(model.numbers == [1, 2])
    elsewhere { promises[2].succeed(2) }
    await mainActorIsIdle()
    #expect(result.currentValue == [0, 1, 2])
    #expect(model.numbers == [1, 2, 3])
    #expect(model.numbersAtTheEnd == 3)
  }

  @Test(arguments: [true, false])
  func theClosureIsReleasedAtTheEnd(_ succeeds: Bool) {
    func start() -> (Future<[Int], any Error>, WeakReference) {
      let tracked = Tracked()
      let result = promises.traverse(progress: { _, _ in tracked.touch() }) { $0.future }
      return (result, WeakReference(tracked))
    }
    let (result, reference) = start()
    promises[0].succeed(0)
    #expect(!reference.isGone)
    if succeeds {
      for promise in promises.dropFirst() { promise.succeed(1) }
    } else {
      result.cancel()
    }
    #expect(reference.isGone)
  }
}

@MainActor private final class Model {
  private(set) var numbers: [Int] = []
  private(set) var numbersAtTheEnd: Int?

  func load(_ promises: [Promise<Int, any Error>]) -> Future<[Int], any Error> {
    promises.traverse(progress: { completed, total in self.show(completed, total) }) {
      self.start($0)
    }
    .onSuccess { _ in self.numbersAtTheEnd = self.numbers.count }
  }

  private func show(_ completed: Int, _ total: Int) {
    MainActor.assertIsolated()
    #expect(total == 3)
    numbers.append(completed)
  }

  private func start(_ promise: Promise<Int, any Error>) -> Future<Int, any Error> {
    MainActor.assertIsolated()
    return promise.future
  }
}
