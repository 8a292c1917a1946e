#if SQLite
@_spi(Stores) import DurableWorkflows
import DurableWorkflowsSQLite
import Foundation
import Futures
import TestSupport
import Testing
import Workflows

@Suite struct IdentifierTests {
  @Test func identifiersThatOnlyLookTheSameAreThoseOfDifferentRuns() async throws {
    let folder = try TemporaryFolder()
    let store = try await SQLiteRunStore(at: folder.file("runs.sqlite"))
    let gate = Promise<Void, Never>()
    let losses = Locked(0)
    let workflow = Workflow("echo") {
      Perform("echo") { (number: Int) in
        await gate.future.value
        return number
      }
      .checkpoint()
    }
    let runs = try DurableRuns(
      store: RunStore(store),
      workflows: [workflow.durable()],
      options: DurableRunsOptions(lease: .seconds(1)),
      onEvent: { event in if case .lost = event { losses.withLock { $0 += 1 } } }
    )
    runs.start()
    let one = try await runs.submit(workflow, id: "caf\u{E9}", input: 1)
    let two = try await runs.submit(workflow, id: "cafe\u{301}", input: 2)
    while try await runs.counts() != [.running: 2] { await Task.yield() }
    gate.succeed()
    #expect(try await one.value == 1)
    #expect(try await two.value == 2)
    #expect(losses.withLock { $0 } == 0)
    await runs.stop()
  }

  @Test func namesWithANullCharacterAreKeptWhole() async throws {
    let folder = try TemporaryFolder()
    let workflow = Workflow("lengths") {
      ForEach(maxConcurrent: 1) {
        Perform("length\0of") { (text: String) in text.utf8.count }.checkpoint()
      }
      .keyed { $0 }
      Perform("sum") { (lengths: [Int]) in lengths.reduce(0, +) }
    }
    let runs = try DurableRuns(
      store: RunStore(try await SQLiteRunStore(at: folder.file("runs.sqlite"))),
      workflows: [workflow.durable()]
    )
    runs.start()
    let run = try await runs.submit(workflow, id: "run", input: ["a\0b", "a\0", "a"])
    #expect(try await run.value == 6)
    await runs.stop()
  }
}
#endif
