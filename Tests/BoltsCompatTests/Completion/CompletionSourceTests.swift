import BoltsCompat
import Futures
import FuturesTesting
import Testing
import TestSupport

@Suite struct CompletionSourceTests {
  @Test func setEndsTheTaskWithAResult() {
    let source = BFTaskCompletionSource<Int>()
    source.set(result: 1)
    #expect(source.task.ending == .result("1"))
  }

  @Test func setEndsTheTaskWithAnError() {
    let source = BFTaskCompletionSource<Int>()
    source.set(error: TestError.first)
    #expect(source.task.ending == .error("first"))
  }

  @Test func cancelCancelsTheTask() {
    let source = BFTaskCompletionSource<Int>()
    source.cancel()
    #expect(source.task.ending == .cancelled)
  }

  @Test func settingTheCancelledErrorCancelsTheTask() {
    let source = BFTaskCompletionSource<Int>()
    source.set(error: CancelledError())
    #expect(source.task.ending == .cancelled)
  }

  @Test func aTryThatIsFirstEndsTheTaskAndSaysSo() {
    let sources = (0..<3).map { _ in BFTaskCompletionSource<Int>() }
    #expect(sources[0].trySet(result: 1))
    #expect(sources[1].trySet(error: TestError.first))
    #expect(sources[2].tryCancel())
    #expect(sources.map(\.task.ending) == [.result("1"), .error("first"), .cancelled])
  }

  @Test(arguments: Outcome.allCases)
  func aTryThatIsNotFirstSaysSoAndChangesNothing(_ outcome: Outcome) {
    let source = BFTaskCompletionSource<Int>()
    outcome.complete(source)
    let recorder = DiagnosticsRecorder { $0.kind == .doubleCompletion && $0.began() }
    recorder.record {
      #expect(!source.trySet(result: 2))
      #expect(!source.trySet(error: TestError.second))
      #expect(!source.tryCancel())
    }
    #expect(source.task.ending == outcome.ending)
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func continuationsRunOnce() {
    let source = BFTaskCompletionSource<Int>()
    let runs = Counter()
    source.task.continueWith { _ in runs.add() }
    source.set(result: 1)
    source.trySet(result: 2)
    #expect(runs.value == 1)
  }

  // MARK: What others do to the task

  @Test func droppingASourceBreaksTheTaskInsteadOfLeavingItPending() {
    let task = { BFTaskCompletionSource<Int>().task }()
    #expect(task.error is BrokenPromise)
  }

  @Test func aTryTellsAlsoIfSomebodyElseHasCancelledTheFuture() {
    let source = BFTaskCompletionSource<Int>()
    source.task.future.cancel()
    #expect(!source.trySet(result: 1))
    #expect(!source.trySet(error: TestError.first))
    #expect(!source.tryCancel())
    #expect(source.task.ending == .cancelled)
  }
}

#if os(Linux) || os(macOS)
/// The traps that are meant.
@Suite struct CompletionSourceTrapTests {
  @Test func settingAResultTwiceTraps() async throws {
    let exit = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let source = BFTaskCompletionSource<Int>()
      source.set(result: 1)
      source.set(result: 2)
    }
    let message = String(decoding: exit.standardErrorContent, as: UTF8.self)
    #expect(message.contains("BFTaskCompletionSource.set(result:)"))
    #expect(message.contains("the task has a result already"))
    #expect(message.contains("trySet(result:)"))
  }

  @Test func settingAnErrorAfterAResultTraps() async {
    await #expect(processExitsWith: .failure) {
      let source = BFTaskCompletionSource<Int>()
      source.set(result: 1)
      source.set(error: TestError.first)
    }
  }

  @Test func settingAResultAfterAnErrorTraps() async throws {
    let exit = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let source = BFTaskCompletionSource<Int>()
      source.set(error: TestError.first)
      source.set(result: 1)
    }
    let message = String(decoding: exit.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the task has failed already"))
  }

  @Test func cancellingAfterAResultTraps() async {
    await #expect(processExitsWith: .failure) {
      let source = BFTaskCompletionSource<Int>()
      source.set(result: 1)
      source.cancel()
    }
  }

  @Test func settingAResultAfterCancellingTraps() async throws {
    let exit = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let source = BFTaskCompletionSource<Int>()
      source.cancel()
      source.set(result: 1)
    }
    let message = String(decoding: exit.standardErrorContent, as: UTF8.self)
    #expect(message.contains("the task was cancelled already"))
  }

  @Test func settingAResultAfterATryThatCancelledTraps() async {
    await #expect(processExitsWith: .failure) {
      let source = BFTaskCompletionSource<Int>()
      source.tryCancel()
      source.set(result: 1)
    }
  }

  @Test func settingAResultTrapsAlsoIfSomebodyElseHasCancelledTheFuture() async {
    await #expect(processExitsWith: .failure) {
      let source = BFTaskCompletionSource<Int>()
      source.task.future.cancel()
      source.set(result: 1)
    }
  }

  @Test func cancellingTwiceTraps() async {
    await #expect(processExitsWith: .failure) {
      let source = BFTaskCompletionSource<Int>()
      source.cancel()
      source.cancel()
    }
  }
}
#endif
