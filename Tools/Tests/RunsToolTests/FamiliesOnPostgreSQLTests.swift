#if PostgreSQL
import DurableWorkflows
import DurableWorkflowsPostgreSQL
import DurableWorkflowsTesting
import Foundation
import Testing
import ToolTestSupport
import Workflows

/// Children, queues and schedules on a server, which the tool sees as on any other store.
@Suite(
  .enabled(if: TestServer.isThere, "there is no PostgreSQL; see the standard error"),
  .timeLimit(.minutes(10))
)
struct FamiliesOnPostgreSQLTests {
  private static let go = Signal<Int>("go")
  private static let child = Workflow("child") {
    Perform("begin") { (number: Int) in number }.checkpoint().compensate { _ in }
    WaitForSignal(go)
    Perform("add") { (number: Int, more: Int) in number + more }.checkpoint()
  }
  private static let parent = Workflow("parent") {
    Perform("first") { (number: Int) in number + 1 }.checkpoint()
    ChildRun(child)
    Perform("last") { (number: Int) in number * 100 }.checkpoint()
  }

  /// What commands say in a day of a family of runs.
  private func day(on store: RunStore, _ variables: [String: String]) async throws -> [String] {
    let shown = variables.isEmpty ? store : nil
    var said: [String] = []
    func tool(_ words: String...) async {
      let run = await ToolRun(words: words, on: shown, environment: variables)
      said.append("$ " + words.joined(separator: " "))
      said.append(run.timeless)
    }
    func process() throws -> DurableRuns {
      try DurableRuns(
        store: store,
        workflows: [Self.parent.durable(), Self.child.durable()],
        options: DurableRunsOptions(
          pollInterval: .milliseconds(20),
          queues: [RunQueue("family", maxConcurrentRuns: 1)]
        )
      )
    }
    let place = QueuePlace("family", priority: 3, key: "k")
    let first = try process()
    let family = try await first.submit(Self.parent, id: "p", input: 1, in: place)
    try await first.schedule(Self.child, named: "hourly", .every(.seconds(3600)), input: 5)
    first.start()
    func children() async throws -> [String] {
      try await first.list(RunQuery(limit: 50)).map(\.id).filter { $0.contains("child") }
    }
    while try await children().isEmpty { await Task.yield() }
    let id = try await children()[0]
    let childRun = try first.run(of: Self.child, id: id)
    while try await childRun.status != .waiting { await Task.yield() }
    while try await family.status != .waiting { await Task.yield() }
    await first.stop(within: .seconds(5))
    await tool("list")
    await tool("show", "p", "--values")
    await tool("show", id)
    await tool("schedules")
    await tool("unschedule", "hourly", "hourly")
    await tool("retry", "p", "--as", "p2")
    await tool("show", "p2")
    await tool("cancel", "p")
    await tool("show", "p")
    let second = try process()
    second.start()
    while try await family.status != .cancelled { await Task.yield() }
    // The parent does not wait for it.
    while try await childRun.status != .cancelled { await Task.yield() }
    await tool("show", id)
    await tool("retry", id)
    await tool("retry", "p", "p")
    let twin = try second.run(of: Self.parent, id: "p2")
    var others = try await children().filter { $0 != id }
    while others.isEmpty {
      await Task.yield()
      others = try await children().filter { $0 != id }
    }
    await tool("send", others[0], "go", "7")
    _ = try await twin.value
    await tool("watch", "p2")
    while try await childRun.status == .cancelled { await Task.yield() }
    await tool("send", id, "go", "7")
    _ = try? await family.value
    await second.stop(within: .seconds(5))
    await tool("show", "p")
    await tool("list")
    await tool("purge", "--older-than", "0s", "--dry-run")
    await tool("purge", "--older-than", "0s")
    await tool("list")
    return said
  }

  @Test func theToolSeesAFamilyAsOnAnotherStore() async throws {
    let url = try await TestServer.shared.get().makeDatabase()
    let there = try await day(on: RunStore.postgreSQL(url), ["TENON_STORE": url])
    let here = try await day(on: RunStore.inMemory(), [:])
    #expect(there == here)
    #expect(there.contains { $0.contains("Waits for  the end of run 'p/parent/child'") })
  }
}
#endif
