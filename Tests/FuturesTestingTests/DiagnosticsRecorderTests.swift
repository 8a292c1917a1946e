import Futures
import FuturesTesting
import Testing
import TestSupport

/// Each test looks for an error type or a creation file of its own, so these need not be
/// serialized.
@Suite(.timeLimit(.minutes(10)))
struct DiagnosticsRecorderTests {
  @Test func collectsWhatHappensInItsScope() {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    dropFailure(Mine())
    let result = recorder.record {
      dropFailure(Mine())
      return 7
    }
    dropFailure(Mine())
    #expect(result == 7)
    #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
    #expect(recorder.diagnostics(of: .unobservedFailure).count == 1)
    #expect(recorder.diagnostics(of: .brokenPromise).isEmpty)
  }

  @Test func collectsInAnAsynchronousScope() async {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    await recorder.record {
      await Task.yield()
      dropFailure(Mine())
    }
    dropFailure(Mine())
    #expect(recorder.diagnostics.count == 1)
  }

  @Test func leavesOutWhatItsConditionRefuses() {
    struct Mine: Error {}
    struct Foreign: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    recorder.record {
      dropFailure(Foreign())
      dropFailure(Mine())
    }
    #expect(recorder.diagnostics.count == 1)
    #expect(recorder.diagnostics.first?.error is Mine)
  }

  @Test func passesErrorsOn() async {
    let recorder = DiagnosticsRecorder { _ in false }
    #expect(throws: Refused(attempt: 1)) {
      try recorder.record { () throws(Refused) in throw Refused(attempt: 1) }
    }
    await #expect(throws: Refused(attempt: 2)) {
      try await recorder.record { () async throws(Refused) in throw Refused(attempt: 2) }
    }
  }

  @Test func severalRecordersListenAtOnce() {
    struct Mine: Error {}
    struct Yours: Error {}
    let mine = DiagnosticsRecorder { $0.error is Mine }
    let yours = DiagnosticsRecorder { $0.error is Yours }
    let both = DiagnosticsRecorder { $0.error is Mine || $0.error is Yours }
    both.start()
    mine.start()
    yours.start()
    mine.start()
    dropFailure(Mine())
    mine.stop()
    mine.stop()
    dropFailure(Mine())
    dropFailure(Yours())
    both.stop()
    yours.stop()
    #expect(mine.diagnostics.count == 1)
    #expect(yours.diagnostics.count == 1)
    #expect(both.diagnostics.count == 3)
  }

  @Test func forgetsWhatItHasRecorded() {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    recorder.record { dropFailure(Mine()) }
    recorder.removeAll()
    #expect(recorder.diagnostics.isEmpty)
  }

  @Test func mayHearOfSomethingWhileItForgets() async {
    await #expect(processExitsWith: .success) {
      let recorder = DiagnosticsRecorder { $0.error is Unfinished || $0.kind == .brokenPromise }
      recorder.record {
        dropFailure(Unfinished())
        recorder.removeAll()
      }
      try #require(recorder.diagnostics.map(\.kind) == [.brokenPromise])
    }
  }

  @Test func waitsForAMistakeOnAnotherThread() async throws {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    let diagnostic = try await recorder.record {
      Task.detached { dropFailure(Mine()) }
      return try await recorder.first(of: .unobservedFailure)
    }
    #expect(diagnostic.error is Mine)
    #expect(try await recorder.first().kind == .unobservedFailure)
  }

  @Test func givesTheEarliestOfThoseThatWereRecorded() async throws {
    struct Mine: Error { let number: Int }
    let recorder = DiagnosticsRecorder { $0.error is Mine }
    recorder.record { for number in 1...2 { dropFailure(Mine(number: number)) } }
    #expect((try await recorder.first().error as? Mine)?.number == 1)
  }

  @Test func waitingCanBeCancelled() async {
    let recorder = DiagnosticsRecorder { _ in false }
    let waiting = Task { try await recorder.first() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  #if DEBUG
  @Test func knowsTheFileWhereAFutureBegan() {
    struct Mine: Error {}
    let recorder = DiagnosticsRecorder { $0.error is Mine && $0.began() }
    recorder.record {
      _ = Future<Int, Mine>(error: Mine())
      dropFailure(Mine(), fileID: "Elsewhere/File.swift")
    }
    #expect(recorder.diagnostics.count == 1)
    #expect(recorder.diagnostics.first?.began(in: "Elsewhere/File.swift") == false)
  }
  #endif

  @Test func aReportThatWasUnderWayWhenTheLastOneStoppedIsNotLost() async {
    await #expect(processExitsWith: .success) {
      struct Mine: Error {}
      let passedOn = Log<String>()
      Diagnostics.setHandler { passedOn.add("\($0.error as Any)") }
      let recorder = DiagnosticsRecorder()
      recorder.start()
      // What a thread has in hand that reports at this moment.
      let hook = try #require(Diagnostics.setHandler(nil))
      Diagnostics.setHandler(hook)
      recorder.stop()
      Diagnostics.setHandler { hook($0) }
      dropFailure(Mine())
      try #require(recorder.diagnostics.isEmpty)
      try #require(passedOn.count == 1)
    }
  }

  @Test func handsTheHookBack() async {
    await #expect(processExitsWith: .success) {
      struct Mine: Error {}
      struct Foreign: Error {}
      let passedOn = Log<String>()
      Diagnostics.setHandler { passedOn.add("\($0.error as Any)") }
      let outer = DiagnosticsRecorder { $0.error is Mine }
      let inner = DiagnosticsRecorder { $0.error is Mine }
      outer.start()
      inner.start()
      dropFailure(Foreign())
      outer.stop()
      dropFailure(Mine())
      inner.stop()
      dropFailure(Mine())
      try #require(outer.diagnostics.isEmpty)
      try #require(inner.diagnostics.count == 1)
      try #require(passedOn.all.count == 2)
      try #require(passedOn.all[0].contains("Foreign") && passedOn.all[1].contains("Mine"))
    }
  }

  /// In a process of its own, so that no other recorder sees them.
  @Test func anyNumberMayPassByARecorder() async {
    await #expect(processExitsWith: .success) {
      DiagnosticsRecorder { _ in false }.record {
        for _ in 0..<200_000 {
          let promise = Promise<Int, Never>()
          promise.succeed(1)
          promise.succeed(2)
        }
      }
    }
  }
}

/// An error whose end is a mistake of its own.
private final class Unfinished: Error {
  private let promise = Promise<Int, any Error>()

  init() { promise.future.onFailure { _ in } }
}

/// Makes a failed future and drops it, so that nobody ever looks at the error.
private func dropFailure<Failure: Error>(_ error: Failure, fileID: StaticString = #fileID) {
  _ = Future<Int, Failure>(error: error, fileID: fileID)
}
