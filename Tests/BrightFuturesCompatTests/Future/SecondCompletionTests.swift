import BrightFuturesCompat
import Foundation
import FuturesTesting
import enum Futures.Diagnostics
import struct Futures.Diagnostic
import Testing
import TestSupport

/// A second completion stops debug builds, and changes nothing and is reported in release builds.
@Suite(.serialized) struct SecondCompletionTests {
  #if DEBUG
  @Test func successStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let promise = Promise<Int, Oops>()
      promise.success(1)
      promise.success(2)
    }
  }

  @Test func failureStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let promise = Promise<Int, Oops>()
      promise.success(1)
      promise.failure(.first)
    }
  }

  @Test func completeStopsADebugBuildAndSaysWhy() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let promise = Promise<Int, Oops>()
      promise.success(1)
      promise.complete(.success(2))
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("completed a second time"))
  }

  @Test func theCopyOfCompleteWithStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      let promise = Promise<Int, Oops>()
      promise.success(1)
      promise.completeWith(Future(value: 2))
    }
  }

  @Test func aSecondCallOfAResolversClosureStopsADebugBuild() async {
    await #expect(processExitsWith: .failure) {
      _ = Future<Int, Oops> { complete in
        complete(.success(1))
        complete(.success(2))
      }
    }
    await #expect(processExitsWith: .failure) {
      _ = Async<Int> { complete in
        complete(1)
        complete(2)
      }
    }
  }

  @Test func aSecondCallOfAMaterializedHandlerIsReportedAndStopsADebugBuild() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      Diagnostics.setHandler { FileHandle.standardError.write(Data("\($0)".utf8)) }
      let _: Future<Int, Oops> = materialize { handler in
        handler(1, nil)
        handler(2, nil)
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("\(Diagnostic.Kind.doubleCompletion)"))
    #expect(output.contains("completed a second time"))
  }

  @Test func aMaterializedHandlerThatGaveUpStopsADebugBuildToo() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let _: Future<Int, Oops> = materialize { handler in
        handler(nil, nil)
        handler(1, nil)
      }
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("completed a second time"))
  }
  #else
  @Test func inReleaseTheFirstOutcomeStaysAndDiagnosticsHear() {
    let recorder = DiagnosticsRecorder()
    recorder.record {
      let promise = Promise<Int, Oops>()
      promise.success(1)
      promise.success(2)
      promise.failure(.first)
      promise.complete(.success(3))
      promise.completeWith(Future(value: 4))
      #expect(promise.future.value == 1)
    }
    #expect(recorder.diagnostics(of: .doubleCompletion).count >= 4)
  }
  #endif
}
