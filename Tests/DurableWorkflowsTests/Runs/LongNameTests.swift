@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Testing
import Workflows

/// Names that are too long for an index of a database.
@Suite struct LongNameTests {
  private let workflow = Workflow("double") {
    Perform("double") { (number: Int) in number * 2 }.checkpoint()
  }

  @Test func namesThatAreTooLongAreRefusedWhereTheyAreGiven() async throws {
    let bench = Workbench()
    let runs = try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(queues: [RunQueue("mail")])
    )
    let long = String(repeating: "x", count: 1001)
    let limit = String(repeating: "x", count: 1000)
    try await runs.submit(workflow, id: limit, input: 1)
    let error = await #expect(throws: NameTooLong.self) {
      try await runs.submit(workflow, id: long, input: 1)
    }
    #expect(error?.description.contains("has 1001 bytes, and at most 1000 can be stored") == true)
    await #expect(throws: NameTooLong.self) {
      try await runs.submit([RunSubmission(id: long, workflow: "double", input: .init())])
    }
    await #expect(throws: NameTooLong.self) { try await runs.fork(limit, as: long) }
    for place in [
      QueuePlace(String(limit.prefix(401))), QueuePlace("mail", key: String(limit.prefix(401))),
      QueuePlace("mail", partition: String(limit.prefix(401))),
    ] {
      let error = #expect(throws: NameTooLong.self) {
        try runs.submission(of: workflow, id: "a", input: 1, in: place)
      }
      #expect(error?.limit == 400)
    }
    await #expect(throws: NameTooLong.self) {
      try await runs.schedule(workflow, named: limit, .every(.seconds(60)), input: 1)
    }
    await #expect(throws: NameTooLong.self) {
      try await runs.send(1, to: Signal<Int>(long), of: limit)
    }
    #expect(try await runs.list().map(\.id) == [limit])
  }

  @Test func longNamesOfWorkflowsAndQueuesAreRefusedWhenTheyAreRegistered() throws {
    let bench = Workbench()
    let long = String(repeating: "x", count: 401)
    let workflow = Workflow(long) { Perform("one") { (number: Int) in number }.checkpoint() }
    let error = #expect(throws: WorkflowsRefused.self) {
      try bench.process(
        workflow.durable(),
        options: DurableRunsOptions(queues: [RunQueue(long)])
      )
    }
    #expect(error?.problems.count == 2)
    #expect(error?.description.contains("name of a workflow") == true)
    #expect(error?.description.contains("name of a queue") == true)
  }

  @Test func childrenOfRunsWithLongIdentifiersHaveShorterOnes() async throws {
    let bench = Workbench()
    let workflow = workflow
    let parent = Workflow("parent") {
      ForEach(maxConcurrent: 2) { ChildRun(workflow) }
      Perform("sum") { (numbers: [Int]) in numbers.reduce(0, +) }.checkpoint()
    }
    let runs = try bench.process(workflow.durable(), parent.durable())
    try await bench.run {
      runs.start()
      let id = String(repeating: "\u{E9}", count: 495)
      let run = try await runs.submit(parent, id: id, input: [1, 2, 3])
      #expect(try await run.value == 12)
      let ids = try await runs.list().map(\.id)
      #expect(ids.count == 4)
      #expect(ids.allSatisfy { $0.utf8.count <= 1000 })
      await runs.stop()
    }
  }

  @Test func aQueueThatThisProcessDoesNotWorkOnIsPointedOut() async throws {
    let bench = Workbench()
    let runs = try bench.process(
      workflow.durable(),
      options: DurableRunsOptions(queues: [RunQueue("mail")])
    )
    try await runs.submit(workflow, id: "a", input: 1, in: QueuePlace("mial"))
    try await runs.submit(workflow, id: "b", input: 1, in: QueuePlace("mail"))
    let submitter = try bench.process(workflow.durable())
    try await submitter.submit(workflow, id: "c", input: 1, in: QueuePlace("mial"))
    let told = bench.events.filter { $0.hasPrefix("queuedForOthers") }
    #expect(told == [#"queuedForOthers(run: "a", queue: "mial")"#])
  }
}
