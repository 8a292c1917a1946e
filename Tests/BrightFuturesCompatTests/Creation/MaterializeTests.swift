import BrightFuturesCompat
import Dispatch
import FuturesTesting
import struct Futures.Diagnostic
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct MaterializeTests {
  /// An API with a completion handler that outlives the call.
  private func fetch(
    _ value: Int?,
    _ error: Oops?,
    completion: @escaping @Sendable (Int?, Oops?) -> Void
  ) {
    DispatchQueue.global().async { completion(value, error) }
  }

  @Test func aValueIsASuccess() async throws {
    let future = materialize { handler in fetch(1, nil, completion: handler) }
    #expect(try await future.get() == 1)
  }

  @Test func anErrorIsAFailure() async {
    let future = materialize { handler in fetch(nil, .first, completion: handler) }
    await #expect(throws: Oops.first) { try await future.get() }
  }

  @Test func aValueWinsOverAnError() {
    let future: Future<Int, Oops> = materialize { handler in handler(1, .first) }
    #expect(future.value == 1)
  }

  @Test func aHandlerOfAValueAloneCannotFail() {
    let future: Future<Int, Never> = materialize { (handler: @escaping @Sendable (Int) -> Void) in
      handler(5)
    }
    #expect(future.value == 5)
  }

  @Test func aHandlerOfAnErrorAloneSucceedsWithoutOne() {
    let good: Future<Void, Oops> = materialize { (handler: @escaping @Sendable (Oops?) -> Void) in
      handler(nil)
    }
    #expect(good.isSuccess)
    let bad: Future<Void, Oops> = materialize { (handler: @escaping @Sendable (Oops?) -> Void) in
      handler(.second)
    }
    #expect(bad.error == .second)
  }

  @Test func neitherValueNorErrorIsAFailureWhereTheErrorTypeCanSaySo() {
    let any: Future<Int, any Error> = materialize { handler in handler(nil, nil) }
    #expect(any.error as? BrightFuturesError<Never> == .illegalState)
    let bright: Future<Int, BrightFuturesError<Oops>> = materialize { handler in handler(nil, nil) }
    #expect(bright.error == .illegalState)
  }

  @Test func neitherValueNorErrorLeavesItPendingOtherwiseAndIsReported() throws {
    let recorder = DiagnosticsRecorder()
    recorder.record {
      let kept = Box<Kept?>(nil)
      let future: Future<Int, Oops> = materialize { kept.value = Kept(handler: $0) }
      future.onSuccess(immediateExecutionContext) { _ in }
      future.onFailure(immediateExecutionContext) { _ in }
      kept.value?.handler(nil, nil)
      #expect(!future.isCompleted)
    }
    #expect(!recorder.diagnostics(of: .brokenPromise).isEmpty)
  }
}

private struct Kept: Sendable {
  let handler: @Sendable (Int?, Oops?) -> Void
}
