#if Observability
import CoreMetrics
import Futures
import FuturesObservability
import FuturesTesting
import MetricsTestKit
import TestSupport
import Testing
import Workflows

private struct LoadError: Error {}

@Suite(.timeLimit(.minutes(10)))
struct MeasuredTests {
  let clock = ManualClock()
  let metrics = TestMetrics()

  /// The milliseconds of a timer, for the dimensions that come after the first ones.
  private func milliseconds(
    _ label: String,
    _ dimensions: [(String, String)] = []
  ) throws -> [Int64] {
    try metrics.expectTimer(label, dimensions).values.map { $0 / 1_000_000 }
  }

  // MARK: Futures

  @Test func recordsHowLongAFutureTakesAndHowItEnds() throws {
    let promises = (0..<3).map { _ in Promise<Int, any Error>() }
    for promise in promises {
      promise.future.measured(
        as: "load",
        dimensions: [("host", "a")],
        clock: clock,
        metrics: metrics
      ).ignoringFailure()
    }
    clock.advance(by: .milliseconds(10))
    promises[0].succeed(1)
    clock.advance(by: .milliseconds(10))
    promises[1].fail(LoadError())
    clock.advance(by: .milliseconds(10))
    promises[2].cancel()
    #expect(try milliseconds("load", [("host", "a"), ("outcome", "succeeded")]) == [10])
    #expect(try milliseconds("load", [("host", "a"), ("outcome", "failed")]) == [20])
    #expect(try milliseconds("load", [("host", "a"), ("outcome", "cancelled")]) == [30])
  }

  @Test func aFutureWithoutAnOutcomeIsNotRecorded() {
    Promise<Int, LoadError>().future.measured(as: "load", metrics: metrics)
    #expect(metrics.timers.isEmpty)
  }

  // MARK: Contexts

  @Test func recordsHowLongJobsWaitAndRun() throws {
    let clock = clock
    let manual = ManualContext()
    let context = manual.context.measured(as: "queue", clock: clock, metrics: metrics)
    let future = Future<Int, any Error>(value: 1).on(context).map { number in
      clock.advance(by: .milliseconds(5))
      return number
    }
    clock.advance(by: .milliseconds(20))
    manual.runAll()
    #expect(future.currentValue == 1)
    #expect(try milliseconds("queue.delay") == [20])
    #expect(try milliseconds("queue.run") == [5])
  }

  @Test func aMeasuredContextThatDropsItsJobsCancelsWhatWaits() {
    let dropping = ExecutionContext.custom { _ in }
    let future = Future<Int, any Error>(value: 1)
      .on(dropping.measured(as: "queue", metrics: metrics)).map { $0 }
    #expect(future.currentError is CancellationError)
  }

  @Test func withoutMetricsAContextStaysAsItIs() {
    let context = ExecutionContext.inline.measured(
      as: "queue",
      metrics: NOOPMetricsHandler.instance
    )
    #expect("\(context)" == "\(ExecutionContext.inline)")
  }

  // MARK: Workflows

  @Test func recordsRunsAndSteps() async throws {
    let clock = clock
    let workflow = Workflow("load") {
      Perform("first") { (number: Int) in
        clock.advance(by: .milliseconds(10))
        return number
      }
      Perform("second") { (number: Int) -> Int in
        clock.advance(by: .milliseconds(20))
        if number < 0 { throw LoadError() }
        return number
      }
    }
    for number in [1, -1] {
      let options = RunOptions(trace: Trace(clock: clock))
      let run = workflow.prepare(number, options: options).measured(as: "job", metrics: metrics)
      try run.start()
      _ = await run.result
      await run.stopped()
    }
    let dimensions = [("workflow", "load"), ("outcome", "succeeded")]
    let failure = [("workflow", "load"), ("outcome", "failed")]
    #expect(try milliseconds("job.run", dimensions) == [30])
    #expect(try milliseconds("job.run", failure) == [30])
    #expect(try milliseconds("job.step", dimensions + [("step", "first")]) == [10, 10])
    #expect(try milliseconds("job.step", dimensions + [("step", "second")]) == [20])
    #expect(try milliseconds("job.step", failure + [("step", "second")]) == [20])
  }

  @Test func aRunThatIsNeverStartedIsReleased() {
    weak var tracked: Tracked?
    do {
      let object = Tracked()
      tracked = object
      let workflow = Workflow("idle") { Perform("step") { (_: Void) in object.touch() } }
      _ = workflow.prepare().measured(metrics: metrics)
    }
    #expect(tracked == nil)
    #expect(metrics.timers.isEmpty)
  }
}
#endif
