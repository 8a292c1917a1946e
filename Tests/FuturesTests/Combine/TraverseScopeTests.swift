import Futures
import FuturesTesting
import TestSupport
import Testing

@Suite struct TraverseScopeTests {
  private let works = Works()

  @Test func cancellingTheResultCancelsAThousandPieces() {
    let result = (0..<1000).traverse { [works] _ in works.start().map { $0 } }
    #expect(works.running == 1000)
    result.cancel()
    #expect(works.running == 0)
    #expect(works.cancelled == 1000)
  }

  @Test func theTokenCancelsWhatRunsAndNothingNewStarts() {
    let source = CancellationSource()
    let result = (0..<1000).traverse(maxConcurrent: 4, cancellation: source.token) { [works] _ in
      works.start().map { $0 }
    }
    #expect(works.running == 4)
    source.cancel()
    #expect(result.currentError is CancellationError)
    #expect(works.running == 0)
    #expect(works.started == 4)
  }

  @Test func whatAPieceLeavesRunningIsCancelledWithIt() {
    let result = [1, 2].traverse { [works] number -> Future<Int, any Error> in
      _ = works.start()
      return number == 1 ? Future(value: 1) : works.start()
    }
    #expect(works.running == 2)
    works.succeed(2, with: 2)
    #expect(result.currentValue == [1, 2])
    #expect(works.running == 0)
    #expect(works.cancelled == 2)
  }

  @Test func afterAFailureWhatStillRunsIsCancelled() {
    let result = (0..<4).traverse { [works] _ in works.start().map { $0 } }
    works.fail(1)
    // The error does not depend on timing, because an error of the first piece would take
    // precedence.
    #expect(!result.isSettled)
    #expect(works.running == 3)
    works.succeed(0)
    #expect(result.currentError as? TestError == .first)
    #expect(works.running == 0)
  }

  @Test func aContextDoesNotLoseTheScopes() {
    let manual = ManualContext()
    let result = (0..<3).traverse(on: manual.context) { [works] _ in works.start().map { $0 } }
    manual.runAll()
    #expect(works.running == 3)
    result.cancel()
    #expect(works.running == 0)
  }

  @Test func thePiecesOfAResultThatCannotBeCancelledAreCancelled() {
    let result = Box<Future<[Int], Never>?>(nil)
    let scope = withCancellationScope { [works] () -> Future<Int, any Error> in
      result.value = (0..<3).traverse { _ in works.start().recover { _ in 0 } }
      return .never
    }
    scope.cancel()
    #expect(works.running == 0)
    #expect(result.value?.currentValue == [0, 0, 0])
  }
}
