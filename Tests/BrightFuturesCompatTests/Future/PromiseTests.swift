import BrightFuturesCompat
import FuturesTesting
import struct Futures.Diagnostic
import Testing
import TestSupport

@Suite struct PromiseTests {
  @Test func completesItsFuture() {
    let value = Promise<Int, Oops>()
    value.success(1)
    #expect(value.future.value == 1)
    let error = Promise<Int, Oops>()
    error.failure(.first)
    #expect(error.future.error == .first)
    let result = Promise<Int, Oops>()
    result.complete(.success(2))
    #expect(result.future.value == 2)
  }

  @Test func theTryFormsTellWhetherTheyWonAndChangeNothingOtherwise() {
    let promise = Promise<Int, Oops>()
    #expect(promise.trySuccess(1))
    #expect(!promise.trySuccess(2))
    #expect(!promise.tryFailure(.first))
    #expect(!promise.tryComplete(.failure(.second)))
    #expect(promise.future.value == 1)
    #expect(Promise<Int, Oops>().tryFailure(.first))
    #expect(Promise<Int, Oops>().tryComplete(.success(1)))
  }

  #if DEBUG
  @Test func diagnosticsNameTheLineThatCreatesIt() {
    let line: UInt = #line + 5
    let recorder = DiagnosticsRecorder {
      $0.kind == .brokenPromise && $0.began() && $0.site?.line == line
    }
    recorder.record {
      let promise = Promise<Int, Oops>()
      promise.future.onFailure(immediateExecutionContext) { _ in }
    }
    #expect(recorder.diagnostics.count == 1)
  }
  #endif

  @Test func aTryThatComesSecondIsNoMistakeToReport() {
    let recorder = DiagnosticsRecorder { $0.began(in: "Tries/Mine.swift") }
    recorder.record {
      let promise = Promise<Int, Oops>(fileID: "Tries/Mine.swift")
      promise.success(1)
      promise.trySuccess(2)
      promise.tryFailure(.first)
      promise.tryComplete(.success(3))
    }
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func completeWithCopiesTheOutcomeOfAnotherFuture() {
    let promise = Promise<Int, Oops>()
    let other = Promise<Int, Oops>()
    promise.completeWith(other.future)
    #expect(!promise.future.isCompleted)
    other.failure(.second)
    #expect(promise.future.error == .second)
  }

  @Test func untilTheOtherFutureSettlesThePromiseCanStillBeCompleted() {
    let promise = Promise<Int, Oops>()
    promise.completeWith(Future())
    #expect(promise.trySuccess(1))
    #expect(promise.future.value == 1)
  }

  @Test func completingAPromiseWithItsOwnFutureFailsItInsteadOfWaitingForEver() {
    let promise = Promise<Int, BrightFuturesError<Never>>()
    promise.completeWith(promise.future)
    #expect(promise.future.error == .illegalState)
  }

  @Test func aLongChainOfPromisesCompletedWithEachOtherNeedsNoStack() {
    onSmallStack {
      let first = Promise<Int, Never>()
      var last = first
      for _ in 0..<100_000 {
        let next = Promise<Int, Never>()
        next.completeWith(last.future)
        last = next
      }
      first.success(1)
      #expect(last.future.value == 1)
    }
  }

  @Test func aDroppedPromiseFailsItsFutureWhereTheErrorTypeCanHoldThat() {
    #expect(Promise<Int, any Error>().future.isFailure)
    #expect(Promise<Int, BrightFuturesError<Oops>>().future.error == .illegalState)
    #expect(!Promise<Int, Oops>().future.isCompleted)
  }
}
