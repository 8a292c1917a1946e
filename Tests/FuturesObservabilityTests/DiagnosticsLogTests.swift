#if Observability
import CoreMetrics
import Futures
import FuturesObservability
import FuturesTesting
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import TestSupport
import Testing

private struct LostError: Error, CustomStringConvertible {
  let description = "lost"
}

/// What uses the one hook of the process.
@Suite(.timeLimit(.minutes(10)), .serialized)
enum DiagnosticsHookTests {
  struct DiagnosticsLogTests {
    let memory = InMemoryLogHandler()
    let clock = ManualClock()
    let metrics = TestMetrics()

    /// Logs what is about this test while a closure runs.
    private func logging(
      level: Logger.Level = .warning,
      _ limit: LogLimit = LogLimit(),
      from threshold: Logger.Level = .trace,
      _ body: () -> Void
    ) -> [InMemoryLogHandler.Entry] {
      var logger = Logger(label: "futures") { [memory] _ in memory }
      logger.logLevel = threshold
      let previous = Diagnostics.log(
        to: logger,
        level: level,
        limit: limit,
        clock: clock,
        metrics: metrics
      )
      body()
      Diagnostics.setHandler(previous)
      return memory.entries
    }

    private func loseFailure() { _ = Future<Int, LostError>(error: LostError()) }

    private func completeTwice() {
      let promise = Promise<Int, any Error>()
      promise.succeed(1)
      promise.succeed(2)
    }

    @Test func aMessageNamesTheMistake() throws {
      let entries = logging(level: .error) { loseFailure() }
      let entry = try #require(entries.first)
      #expect(entries.count == 1)
      #expect(entry.level == .error)
      #expect("\(entry.message)".hasPrefix("unobserved failure: LostError: lost"))
      #expect(entry.metadata["kind"] == "unobserved failure")
      #expect(entry.metadata["error"] == "lost")
      #expect(entry.metadata["error.type"] == "LostError")
      #if DEBUG
      #expect("\(entry.metadata["site"] ?? "")".contains("DiagnosticsLogTests.swift:"))
      #endif
      #expect(entry.metadata["omitted"] == nil)
    }

    @Test func doubleCompletionsAreForDebugging() {
      #expect(logging { completeTwice() }.map(\.level) == [.debug])
    }

    @Test func aLoggerThatWantsLessGetsLess() {
      #expect(logging(from: .info) { completeTwice() }.isEmpty)
    }

    @Test func theLimitIsForEachKindAndPeriod() {
      let entries = logging(LogLimit(count: 2, period: .seconds(60))) {
        for _ in 0..<5 { loseFailure() }
        for _ in 0..<3 { completeTwice() }
        clock.advance(by: .seconds(59))
        loseFailure()
        clock.advance(by: .seconds(1))
        loseFailure()
        loseFailure()
      }
      #expect(entries.map(\.level) == [.warning, .warning, .debug, .debug, .warning, .warning])
      #expect(entries.map { $0.metadata["omitted"] } == [nil, nil, nil, nil, "4", nil])
    }

    @Test func aLimitAdmitsAtLeastOneMessage() {
      #expect(LogLimit(count: 0).count == 1)
      let entries = logging(.unlimited) { for _ in 0..<20 { loseFailure() } }
      #expect(entries.count == 20)
    }

    @Test func allAreCounted() {
      _ = logging(LogLimit(count: 1)) {
        for _ in 0..<3 { loseFailure() }
        completeTwice()
      }
      let kinds = ["unobserved failure", "double completion"]
      #expect(
        kinds.map { metrics.counterTotal(label: "futures.diagnostics", dimensions: [("kind", $0)]) }
          == [3, 1]
      )
    }

    @Test func aLogAndMetricsThatThrowAwayChangeNothing() {
      let logger = Logger(label: "futures") { _ in SwiftLogNoOpLogHandler() }
      let previous = Diagnostics.log(to: logger, metrics: NOOPMetricsHandler.instance)
      defer { Diagnostics.setHandler(previous) }
      let promise = Promise<Int, any Error>()
      #expect(promise.succeed(1))
      #expect(!promise.succeed(2))
      #expect(promise.future.currentValue == 1)
      loseFailure()
    }

    @Test func returnsTheHandlerBefore() {
      let log = Log<Diagnostic.Kind>()
      let original = Diagnostics.setHandler { log.add($0.kind) }
      defer { Diagnostics.setHandler(original) }
      _ = logging { loseFailure() }
      completeTwice()
      #expect(log.all == [.doubleCompletion])
    }
  }

  struct UnobservedFailureTests {
    let recorder = DiagnosticsRecorder { $0.error is LostError }

    @Test func measuringDoesNotObserveAFailure() {
      recorder.record {
        _ = Future<Int, LostError>(error: LostError()).measured(as: "load", metrics: TestMetrics())
      }
      #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
    }

    @Test func aSpanDoesNotObserveAFailure() {
      recorder.record {
        _ = withFutureSpan("load", tracer: InMemoryTracer()) { _ in
          Future<Int, LostError>(error: LostError())
        }
      }
      #expect(recorder.diagnostics.map(\.kind) == [.unobservedFailure])
    }
  }
}
#endif
