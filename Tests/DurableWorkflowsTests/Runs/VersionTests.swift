import DurableWorkflowsTesting
import Foundation
import Futures
import FuturesTesting
import Testing
import Workflows

@_spi(Stores) @testable import DurableWorkflows

/// Definitions of one workflow that are registered side by side.
@Suite struct VersionTests {
  private func flow(_ factor: Int) -> Workflow<Int, Int> {
    Workflow("flow") {
      Wait(for: .seconds(60))
      Perform("one") { (input: Int) in input * factor }.checkpoint()
    }
  }

  private let texts = Workflow("flow") {
    Perform("one") { (input: Int) in "\(input)" }.checkpoint()
  }

  @Test func aRepeatedSubmissionFindsTheRunOfAnEarlierVersion() async throws {
    let bench = Workbench()
    let first = try bench.process(flow(10).durable())
    let second = try bench.process(flow(10).durable(), flow(100).durable(version: 2))
    try await bench.run {
      second.start()
      try await first.submit(flow(10), id: "run", input: 1)
      let run = try await second.submit(flow(100), id: "run", input: 1)
      #expect(try await run.value == 10)
      #expect(try await second.submit(flow(100), id: "new", input: 1).value == 100)
      #expect(try await second.list().count == 2)
      await second.stop()
    }
  }

  @Test func aRepeatedBatchFindsTheRunsOfAnEarlierVersion() async throws {
    let bench = Workbench()
    let first = try bench.process(flow(10).durable())
    let second = try bench.process(flow(10).durable(), flow(100).durable(version: 2))
    try await first.submit(flow(10), id: "run", input: 1)
    let batch = [
      try second.submission(of: flow(100), id: "run", input: 1),
      try second.submission(of: flow(100), id: "run", input: 2),
      try second.submission(of: flow(100), id: "run", input: 1, version: 2),
      try second.submission(of: flow(100), id: "new", input: 1),
    ]
    #expect(try await second.submit(batch) == [.same, .different, .different, .new])
  }

  @Test func aSubmissionWithAnotherInputOrAVersionIsAnother() async throws {
    let bench = Workbench()
    let runs = try bench.process(flow(10).durable(), flow(100).durable(version: 2))
    try await runs.submit(flow(10), id: "run", input: 1, version: 1)
    let other = try await #require(throws: RunIdentifierTaken.self) {
      try await runs.submit(flow(100), id: "run", input: 2)
    }
    #expect("\(other)".contains("of 'flow', and it is left as it is. If you mean that run"))
    let version = try await #require(throws: RunIdentifierTaken.self) {
      try await runs.submit(flow(100), id: "run", input: 1, version: 2)
    }
    #expect("\(version)".contains("submit it with its version"))
    let same = try await #require(throws: RunIdentifierTaken.self) {
      try await runs.submit(flow(10), id: "run", input: 2, version: 1)
    }
    #expect("\(same)".contains("with another input"))
    let namesake = Workflow("another") { Perform("one") { (input: Int) in input } }
    let others = try bench.process(namesake.durable())
    let taken = try await #require(throws: RunIdentifierTaken.self) {
      try await others.submit(namesake, id: "run", input: 1)
    }
    #expect("\(taken)".contains("of 'flow', and it is left as it is. Choose another identifier"))
  }

  @Test func aWorkflowNamedLikeAVersionOfAnotherIsNotThatVersion() async throws {
    let bench = Workbench()
    func deploy(_ name: String, by team: String) -> Workflow<String, String> {
      Workflow(name) { Perform("do") { (job: String) in "\(team) did \(job)" }.checkpoint() }
    }
    let named = deploy("deploy (version 2)", by: "team A")
    let second = deploy("deploy", by: "team B")
    let teamA = try bench.process(named.durable())
    let teamB = try bench.process(second.durable(), second.durable(version: 2))
    try await bench.run {
      teamB.start()
      let other = try await teamA.submit(named, id: "a", input: "job")
      #expect(try await teamB.submit(second, id: "b", input: "job").value == "team B did job")
      #expect(try await other.status == .queued)
      #expect(try await teamB.list(RunQuery(workflow: "deploy")).map(\.id) == ["b"])
      #expect(try await teamB.list(RunQuery(workflow: "deploy", version: 1)) == [])
      #expect(try await teamB.list(RunQuery(workflow: named.name)).map(\.id) == ["a"])
      teamA.start()
      #expect(try await other.value == "team A did job")
      await teamA.stop()
      await teamB.stop()
    }
  }

  @Test func theTypesOfTheWorkflowChooseTheVersion() async throws {
    let bench = Workbench()
    let runs = try bench.process(flow(10).durable(), texts.durable(version: 2))
    try await bench.run { [texts] in
      runs.start()
      #expect(try await runs.submit(flow(10), id: "a", input: 1).value == 10)
      let text = try await runs.submit(texts, id: "b", input: 1).value
      #expect(text == "1")
      #expect(try await runs.run(of: flow(10), id: "a").value == 10)
      await runs.stop()
    }
    let others = Workflow("flow") { Perform("one") { (input: String) in input } }
    let error = #expect(throws: WorkflowNotRegistered.self) { try runs.run(of: others, id: "a") }
    #expect("\(error, default: "")".contains("with a version of its own"))
  }

  @Test func theOutputOfAnotherDefinitionIsNotRead() async throws {
    let bench = Workbench()
    let runs = try bench.process(flow(10).durable(), texts.durable(version: 2))
    try await bench.run { [texts] in
      runs.start()
      _ = try await runs.submit(flow(10), id: "run", input: 1).value
      let error = try await #require(throws: UnreadableOutput.self) {
        try await runs.run(of: texts, id: "run").value
      }
      #expect(error.run == "run")
      #expect(error.workflow == "flow")
      #expect(error.version == 1)
      #expect("\(error)".contains("cannot be read as String"))
      await runs.stop()
    }
  }

  @Test func aChildOfAnEarlierVersionIsNotSubmittedAgain() async throws {
    let bench = Workbench()
    let parent = Workflow("parent") { ChildRun(flow(10)) }
    // A process has submitted the child, and ended before it wrote that the parent waits.
    var submission = RunSubmission(
      id: "run/parent/flow",
      workflow: "flow",
      input: Data("1".utf8)
    )
    submission.records[.parent] = RunStorage.Row.Record(
      value: Data("run".utf8),
      type: "/parent/flow",
      isCompensated: false,
      sequence: 0,
      time: 0
    )
    _ = try await bench.store.submit(submission)
    let runs = try bench.process(
      parent.durable(),
      flow(10).durable(),
      flow(100).durable(version: 2)
    )
    try await bench.run {
      runs.start()
      let value = try await runs.submit(parent, id: "run", input: 1).value
      #expect(value == 10)
      #expect(try await runs.list().count == 2)
      await runs.stop()
    }
  }
}
