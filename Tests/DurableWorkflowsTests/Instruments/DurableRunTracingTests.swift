@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Futures
import Testing
import Workflows

/// The calls of a tracing system; `FuturesObservabilityTests` check the spans.
@Suite struct DurableRunTracingTests {
  /// Records the executions, and names the spans of a process.
  private final class Notes: DurableRunTracing, RunInstrument {
    let fieldsOfCurrentSpan: [String: String]
    let executions = Locked<[TracedExecution]>([])
    let outcomes = Calls()

    init(_ fields: [String: String]) { fieldsOfCurrentSpan = fields }

    func instrument(_ execution: TracedExecution) -> any RunInstrument {
      executions.withLock { $0.append(execution) }
      return self
    }

    func begin(_ workflow: String, _ trace: Trace) -> RunRecording {
      let execution = executions.withLock { $0.last }
      if execution?.fields.isEmpty == true { execution?.keep(["first": "yes"]) }
      execution?.whenLeft { [outcomes] in
        outcomes.add(execution?.departure().map { "\($0)" } ?? "ended")
      }
      return RunRecording(observer: nil, end: { _, _ in }, start: { $0() })
    }
  }

  private let workflow = Workflow("nap") {
    Perform("one") { (number: Int) in number }.checkpoint()
    Wait(for: .seconds(60))
    Perform("two") { (number: Int) in number }.checkpoint()
  }

  private func work(_ fields: [String: String], submitter: [String: String]) async throws -> Notes {
    let bench = Workbench()
    let notes = Notes(fields)
    var options = DurableRunsOptions(pollInterval: .seconds(6 * 3600))
    options.tracing = Notes(submitter)
    let first = try bench.process(workflow.durable(), options: options)
    options.tracing = notes
    let second = try bench.process(workflow.durable(), options: options)
    let workflow = workflow
    try await bench.run {
      try await first.submit(workflow, id: "a", input: 1)
      second.start()
      _ = try await second.run(of: workflow, id: "a").value
      await second.stop()
    }
    return notes
  }

  @Test func theSpanOfTheSubmissionIsToldToEachExecution() async throws {
    let notes = try await work([:], submitter: ["id": "handler"])
    let executions = notes.executions.withLock { $0 }
    #expect(executions.map(\.fields) == [["id": "handler"], ["id": "handler"]])
    #expect(executions.map(\.epoch) == [1, 2])
    #expect(executions.map(\.definition) == Array(repeating: WorkflowVersion("nap"), count: 2))
    #expect(notes.outcomes.all == ["parked", "ended"])
  }

  @Test func withoutOneThatOfTheFirstExecutionIs() async throws {
    let notes = try await work([:], submitter: [:])
    #expect(notes.executions.withLock { $0.map(\.fields) } == [[:], ["first": "yes"]])
  }

  @Test func whatIsTooLargeIsNotKept() async throws {
    let large = ["baggage": String(repeating: "x", count: 20_000)]
    let notes = try await work([:], submitter: large)
    #expect(notes.executions.withLock { $0.first?.fields } == [:])
  }
}
