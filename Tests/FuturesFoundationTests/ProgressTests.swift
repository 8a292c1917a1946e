import Foundation
import Futures
import FuturesFoundation
import FuturesTesting
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct ProgressTests {
  private struct Refused: Error {}

  private let promise = Promise<Int, any Error>()

  @Test(arguments: ["success", "failure", "cancellation"])
  func isFinishedWhenTheFutureHasSettled(outcome: String) {
    let progress = promise.future.progress()
    #expect(progress.totalUnitCount == 1)
    #expect(progress.completedUnitCount == 0)
    #expect(!progress.isFinished)
    switch outcome {
    case "success": promise.succeed(1)
    case "failure": promise.fail(Refused())
    default: promise.cancel()
    }
    #expect(progress.completedUnitCount == 1)
    #expect(progress.isFinished)
  }

  @Test func isFinishedAtOnceForASettledFuture() {
    #expect(Future<Int, Never>(value: 1).progress().isFinished)
  }

  @Test(arguments: [(100, 100), (1, 1), (0, 1), (-5, 1)] as [(Int64, Int64)])
  func countsInItsOwnMeasure(asked: Int64, total: Int64) {
    let progress = promise.future.progress(unitCount: asked)
    #expect(progress.totalUnitCount == total)
    promise.succeed(1)
    #expect(progress.completedUnitCount == total)
  }

  @Test func cancellingItCancelsTheSource() async {
    let source = CancellationSource()
    let mapped = promise.future.map(cancellation: source.token) { $0 }
    let progress = mapped.progress(cancelling: source)
    #expect(progress.isCancellable)
    progress.cancel()
    #expect(await mapped.result.failure is CancellationError)
    #expect(source.isCancelled)
    #expect(progress.isCancelled)
    #expect(progress.isFinished)
  }

  @Test func isNotCancellableWithoutASource() {
    let progress = promise.future.progress()
    #expect(!progress.isCancellable)
    progress.cancel()
    #expect(!promise.future.isSettled)
  }

  @Test func isPartOfSomethingLarger() {
    let source = CancellationSource()
    let total = Progress.discreteProgress(totalUnitCount: 10)
    let other = Promise<Int, any Error>()
    total.addChild(
      promise.future.progress(unitCount: 3, cancelling: source),
      withPendingUnitCount: 8
    )
    total.addChild(other.future.progress(), withPendingUnitCount: 2)
    promise.succeed(1)
    #expect(total.fractionCompleted == 0.8)
    other.succeed(1)
    #expect(total.isFinished)
  }

  @Test func isNoChildOfTheCurrentProgress() {
    let current = Progress.discreteProgress(totalUnitCount: 1)
    current.becomeCurrent(withPendingUnitCount: 1)
    let progress = promise.future.progress()
    current.resignCurrent()
    #expect(current.isFinished)
    #expect(!progress.isFinished)
  }

  @Test func isUpdatedInItsContext() {
    let manual = ManualContext()
    let progress = promise.future.progress(on: manual.context)
    promise.succeed(1)
    #expect(!progress.isFinished)
    #expect(manual.runAll() == 1)
    #expect(progress.isFinished)
  }

  @Test func doesNotCountAsLookingAtAFailure() {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    recorder.record {
      let progress = Future<Int, Mine>(error: Mine()).progress()
      #expect(progress.isFinished)
    }
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
  }

  // MARK: Several futures

  @Test func countsFuturesThatHaveSettled() {
    let promises = (0..<4).map { _ in Promise<Int, any Error>() }
    let progress = promises.map(\.future).progress()
    #expect(progress.totalUnitCount == 4)
    promises[2].succeed(1)
    #expect(progress.completedUnitCount == 1)
    promises[0].fail(Refused())
    promises[1].cancel()
    #expect(progress.completedUnitCount == 3)
    #expect(progress.fractionCompleted == 0.75)
    promises[3].succeed(1)
    #expect(progress.isFinished)
  }

  @Test func ofSeveralIsUpdatedInItsContext() {
    let manual = ManualContext()
    let futures = [promise.future, Future(value: 2)]
    let progress = futures.progress(on: manual.context)
    promise.succeed(1)
    #expect(progress.completedUnitCount == 0)
    #expect(manual.runAll() == 2)
    #expect(progress.isFinished)
  }

  @Test func cancellingItCancelsAll() async {
    let source = CancellationSource()
    let futures = (0..<3).map { _ in
      promise.future.map(cancellation: source.token) { $0 }
    }
    let progress = futures.progress(cancelling: source)
    progress.cancel()
    for future in futures {
      #expect(await future.result.failure is CancellationError)
    }
    #expect(progress.completedUnitCount == 3)
  }

  @Test func countsNothingWithoutFutures() {
    let progress = [Future<Int, Never>]().progress()
    #expect(progress.totalUnitCount == 0)
    #expect(progress.completedUnitCount == 0)
  }
}
