#if Observability
import CoreMetrics
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Futures
import FuturesObservability
import MetricsTestKit
import TestSupport
import Testing
import Workflows

@Suite(.timeLimit(.minutes(10)))
struct DurableRunMetricsTests {
  let store = InMemoryRunStore(now: 1_000_000)
  let metrics = TestMetrics()
  let approval = Signal<Int>("approval")

  private var approved: Workflow<Int, Int> {
    Workflow("order") {
      Perform("reserve") { (number: Int) in number }.checkpoint()
      WaitForSignal(approval)
      Perform("ship") { (number: Int, approval: Int) in number + approval }
    }
  }

  private func count(_ event: String, workflow: String = "order") -> Int64? {
    let version = workflow.isEmpty ? "" : "1"
    let dimensions = [("event", event), ("workflow", workflow), ("version", version)]
    return try? metrics.expectCounter("runs.events", dimensions).totalValue
  }

  private func seconds(_ label: String, _ dimensions: [(String, String)]) throws -> [Int64] {
    try metrics.expectTimer(label, dimensions).values.map { $0 / 1_000_000_000 }
  }

  @Test func statesAndWaitsAreCounted() async throws {
    let process = try RunProcess("a", on: store, approved.durable(), metrics: metrics)
    try await process.runs.submit(approved, id: "a", input: 1)
    store.advance(by: .seconds(5))
    process.runs.start()
    await process.told(#"parked(run: "a")"#)
    store.advance(by: .seconds(10))
    try await process.runs.send(7, to: approval, of: "a")
    await process.told(#"ended(run: "a")"#)
    await process.runs.stop()
    #expect(count("claimed") == 2)
    #expect(count("parked") == 1)
    #expect(count("succeeded") == 1)
    #expect(count("lost") == nil && count("failed") == nil)
    #expect(try seconds("runs.start", [("workflow", "order"), ("version", "1")]) == [5])
    let dimensions = [("workflow", "order"), ("version", "1"), ("outcome", "succeeded")]
    #expect(try seconds("runs.run", dimensions) == [15])
  }

  @Test func outcomesAndCompensationsAreCounted() async throws {
    struct Refused: Error {}
    let workflow = Workflow("order") {
      Perform("reserve") { (number: Int) in number }
        .checkpoint()
        .compensate { (_: Int) in throw Refused() }
      Perform("charge") { (_: Int) async throws -> Int in throw Refused() }.checkpoint()
    }
    let process = try RunProcess("a", on: store, workflow.durable(), metrics: metrics)
    process.runs.start()
    try await process.runs.submit(workflow, id: "a", input: 1)
    await process.told(#"ended(run: "a")"#)
    await process.runs.stop()
    #expect(count("failed") == 1)
    #expect(count("compensationFailed") == 1)
  }

  @Test func lossesOfLeasesAndRunsThatAreGivenBackAreCounted() async throws {
    let (begun, gate) = (Promise<Void, Never>(), Promise<Void, Never>())
    let workflow = Workflow("order") {
      Perform("reserve") { (number: Int) in
        if !begun.future.isSettled { begun.succeed() }
        await gate.future.value
        return number
      }
      .checkpoint()
      Perform("ship") { (number: Int) in number }.checkpoint()
    }
    let first = try RunProcess("a", on: store, workflow.durable(), metrics: metrics)
    first.runs.start()
    try await first.runs.submit(workflow, id: "a", input: 1)
    await begun.future.value
    store.advance(by: .seconds(100_000))
    let second = try RunProcess("b", on: store, workflow.durable(), metrics: metrics)
    second.runs.start()
    await second.told(#"claimed(run: "a", epoch: 2)"#)
    let stopping = Future { await second.runs.stop(within: .seconds(600)) }
    gate.succeed()
    await first.told(#"lost(run: "a")"#)
    await stopping.value
    await first.runs.stop()
    #expect(count("lost") == 1)
    #expect(count("released") == 1)
  }

  @Test func theNumbersOfTheStoreAreGauges() async throws {
    let process = try RunProcess("a", on: store, approved.durable(), metrics: metrics)
    try await process.runs.submit(approved, id: "a", input: 1)
    try await process.runs.submit(approved, id: "b", input: 1, after: .seconds(60))
    try await process.runs.recordCounts(as: "runs", metrics: metrics)
    let recorded = try DurableRunStatus.allCases.map { status in
      try metrics.expectGauge("runs.runs", [("status", status.rawValue)]).lastValue
    }
    let expected = DurableRunStatus.allCases.map { [.queued, .waiting].contains($0) ? 1.0 : 0 }
    #expect(recorded == expected)
    try await process.runs.cancel("a")
    try await process.runs.recordCounts(as: "runs", metrics: metrics)
    #expect(try metrics.expectGauge("runs.runs", [("status", "queued")]).lastValue == 0)
    #expect(try metrics.expectGauge("runs.runs", [("status", "cancelled")]).lastValue == 1)
  }

  @Test func withoutMetricsNothingIsCounted() async throws {
    let options = DurableRunsOptions().measured(metrics: NOOPMetricsHandler.instance)
    let runs = try DurableRuns(
      store: RunStore(store),
      workflows: [approved.durable()],
      options: options
    )
    try await runs.submit(approved, id: "a", input: 1)
    #expect(try await runs.list().count == 1)
  }
}
#endif
