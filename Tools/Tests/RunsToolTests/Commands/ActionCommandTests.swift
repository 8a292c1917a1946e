@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import FuturesTesting
import JSONValues
import Testing
import ToolTestSupport
import Workflows

/// The commands that change something.
@Suite struct ActionCommandTests {
  @Test func runsAreCancelled() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    try await orders.submit("order-2")
    _ = try await orders.claim()
    let run = await ToolRun("cancel", "order-1", "order-2", on: orders.store)
    #expect(run.code == 0)
    #expect(
      run.output == """
        Run 'order-1' will end, and undo what it has done.
        Run 'order-2' was cancelled.

        """
    )
    #expect(try await orders.status(of: "order-2") == .cancelled)
  }

  @Test func whatIsNotCancelledIsSaidAndTheRestIsDone() async throws {
    let orders = Orders()
    try await orders.succeed("order-1")
    try await orders.submit("order-2")
    let run = await ToolRun("cancel", "order-1", "order-9", "order-2", on: orders.store)
    #expect(run.code == 1)
    #expect(run.output == "Run 'order-2' was cancelled.\n")
    #expect(run.errors.count == 2)
    #expect(run.errors.first == "tenon-runs: Run 'order-1' has ended, and was not cancelled.")
    let json = await ToolRun("cancel", "order-1", "--json", on: orders.store)
    #expect(json.code == 1)
    #expect(json.output == "{\"runs\": [{\"id\": \"order-1\", \"answer\": \"refused\"}]}\n")
  }

  @Test func aRunThatHasFailedGoesOn() async throws {
    let orders = Orders()
    try await orders.fail("order-2")
    let run = await ToolRun("retry", "order-2", on: orders.store)
    #expect(run.code == 0)
    #expect(run.output == "Run 'order-2' goes on when a process takes it.\n")
    #expect(try await orders.status(of: "order-2") == .queued)
    let again = await ToolRun("retry", "order-2", on: orders.store)
    #expect(again.code == 1)
    #expect(again.errors == ["tenon-runs: Run 'order-2' has not ended, and cannot be continued."])
  }

  @Test func runsOfAQueryAreCountedFirst() async throws {
    let orders = try await Orders.ofEachStatus()
    try await orders.submit("other", in: QueuePlace("mail", partition: "shop"))
    let all = ["cancel", "--workflow", "fulfil order"]
    let count = await ToolRun(words: all + ["--json"], on: orders.store)
    #expect(count.output == "{\"matching\": 4}\n")
    let ask = await ToolRun(words: ["cancel", "--id-prefix", "order-"], on: orders.store)
    #expect(ask.output == "3 runs would be cancelled. With --yes, it happens.\n")
    #expect(try await orders.status(of: "order-7") == .queued)
    let one = await ToolRun(words: ["cancel", "--partition", "shop", "--yes"], on: orders.store)
    #expect(one.output == "Run 'other' was cancelled.\n")
    let done = await ToolRun(words: all + ["--yes"], on: orders.store)
    #expect(done.code == 0)
    #expect(done.output.split(separator: "\n").count == 3)
    #expect(try await orders.status(of: "order-7") == .cancelled)
    #expect(try await orders.status(of: "order-1") == .succeeded)
    let none = await ToolRun(words: all + ["--yes", "--status", "waiting"], on: orders.store)
    #expect(none.code == 0)
    #expect(none.output == "")
  }

  @Test func runsThatWereSetAsideGoOnTogether() async throws {
    let orders = try await Orders.ofEachStatus()
    let ask = await ToolRun(words: ["retry", "--status", "set-aside"], on: orders.store)
    #expect(ask.output == "1 run would be continued. With --yes, it happens.\n")
    let run = await ToolRun(words: ["retry", "--status", "set-aside", "--yes"], on: orders.store)
    #expect(run.output == "Run 'order-5' goes on when a process takes it.\n")
    let rest = await ToolRun(words: ["retry", "--workflow", "fulfil order"], on: orders.store)
    #expect(rest.output == "2 runs would be continued. With --yes, it happens.\n")
  }

  @Test(arguments: [
    ["cancel"], ["cancel", "order-1", "--status", "waiting"], ["cancel", "order-1", "--yes"],
    ["retry", "--yes"], ["retry", "--status", "failed", "--as", "new"],
  ])
  func runsAreNamedOrQueried(arguments: [String]) async throws {
    let orders = try await Orders.ofEachStatus()
    let run = await ToolRun(words: arguments, on: orders.store)
    #expect(run.code == 64, "\(run.output) \(run.errors)")
    #expect(try await orders.status(of: "order-3") == .waiting)
  }

  @Test func aNewRunBeginsWithTheRecordsOfAnother() async throws {
    let orders = Orders()
    try await orders.succeed("order-1")
    let run = await ToolRun(
      "retry",
      "order-1",
      "--as",
      "order-1b",
      "--from",
      "/fulfil order/charge",
      on: orders.store
    )
    #expect(run.output == "Run 'order-1b' begins with the records of 'order-1'.\n")
    let copy = try #require(try await orders.load("order-1b"))
    #expect(copy.steps.map(\.path) == ["/fulfil order/reserve"])
    let other = await ToolRun(
      "retry",
      "order-1",
      "--as",
      "order-1c",
      "--from",
      "/nothing",
      on: orders.store
    )
    #expect(other.code == 1)
    #expect(other.errors.first?.contains("/nothing") == true)
    let taken = await ToolRun("retry", "order-1", "--as", "order-1b", on: orders.store)
    #expect(taken.code == 1)
  }

  @Test func aSignalIsSentOnce() async throws {
    let orders = Orders()
    try await orders.wait("order-3")
    let run = await ToolRun("send", "order-3", "approval", #"{"by": "Mia"}"#, on: orders.store)
    #expect(run.code == 0)
    #expect(run.output == "Signal 'approval' is kept for run 'order-3'.\n")
    let sent = try #require(try await orders.load("order-3"))
    #expect(sent.signals.map(\.value) == [Data(#"{"by": "Mia"}"#.utf8)])
    #expect(try await orders.status(of: "order-3") == .queued)
    let again = await ToolRun("send", "order-3", "approval", "-", on: orders.store, input: "true")
    #expect(again.code == 1)
    #expect(again.errors.first?.contains("has a signal 'approval' already") == true)
  }

  @Test func aSignalThatIsNotDeclaredIsRefused() async throws {
    let orders = Orders()
    try await orders.wait("order-3")
    let run = await ToolRun("send", "order-3", "aproval", "true", on: orders.store)
    #expect(run.code == 1)
    #expect(run.errors.first?.contains("it waits for 'approval'. Nothing was sent.") == true)
    #expect(try await orders.load("order-3")?.signals.isEmpty == true)
  }

  @Test func aSignalThatWasNotReadIsReplacedOrWithdrawn() async throws {
    let orders = Orders()
    try await orders.wait("order-3")
    _ = await ToolRun("send", "order-3", "approval", #"{"oops": 1}"#, on: orders.store)
    let run = await ToolRun("send", "order-3", "approval", "true", "--replace", on: orders.store)
    #expect(run.output == "Signal 'approval' is kept for run 'order-3'.\n")
    #expect(try await orders.load("order-3")?.signals.map(\.value) == [Data("true".utf8)])
    let gone = await ToolRun("withdraw", "order-3", "approval", "--json", on: orders.store)
    #expect(gone.output == "{\"runs\": [{\"id\": \"order-3\", \"answer\": \"withdrawn\"}]}\n")
    #expect(try await orders.load("order-3")?.signals.isEmpty == true)
    let again = await ToolRun("withdraw", "order-3", "approval", on: orders.store)
    #expect(again.code == 1)
    _ = await ToolRun("send", "order-3", "approval", "true", on: orders.store)
    _ = try await orders.claim()
    let late = await ToolRun("withdraw", "order-3", "approval", on: orders.store)
    #expect(late.code == 1)
    #expect(late.errors.first?.contains("has read the signal 'approval'") == true)
  }

  @Test func eachValueOfASignalThatQueuesIsKept() async throws {
    let lines = Signal<String>("lines", queues: true)
    let chat = Workflow("chat") { (_: Int, run: Steps) in
      try await run.signal(lines) + run.signal(lines)
    }
    let orders = Orders()
    let runs = try DurableRuns(store: orders.store, workflows: [chat.durable()])
    let run = try await runs.submit(chat, id: "chat-1", input: 0)
    try await run.send("a", to: lines)
    for value in ["\"b\"", "\"b\""] {
      let sent = await ToolRun("send", "chat-1", "lines", value, on: orders.store)
      #expect(sent.output == "Signal 'lines' is kept for run 'chat-1'.\n")
    }
    let sent = try await orders.load("chat-1")?.signals
    #expect(sent?.map(\.name) == ["lines 1", "lines 2", "lines 3"])
    let gone = await ToolRun("withdraw", "chat-1", "lines", on: orders.store)
    #expect(gone.code == 0)
    runs.start()
    #expect(try await run.value == "bb")
    await runs.stop()
  }

  @Test func aValueThatIsNoJSONIsNotSent() async throws {
    let orders = Orders()
    try await orders.wait("order-3")
    let run = await ToolRun("send", "order-3", "approval", "{by: Mia}", on: orders.store)
    #expect(run.code == 64)
    #expect(run.errors.first?.contains("The value is not JSON: line 1, column 2") == true)
    #expect(try await orders.load("order-3")?.signals.isEmpty == true)
  }

  @Test func onlyWhatEndedLongAgoIsRemoved() async throws {
    let orders = Orders()
    for number in 1...3 {
      try await orders.succeed("order-\(number)")
      orders.time.advance(by: .seconds(3600))
    }
    try await orders.submit("order-4")
    let dry = await ToolRun("purge", "--older-than", "2h", "--dry-run", on: orders.store)
    #expect(dry.output == "2 runs would be removed.\n")
    #expect(try await orders.store.storage.list(RunQuery()).count == 4)
    let run = await ToolRun("purge", "--older-than", "2h", on: orders.store)
    #expect(run.output == "2 runs were removed.\n")
    let left = try await orders.store.storage.list(RunQuery()).map(\.id)
    #expect(Set(left) == ["order-3", "order-4"])
    let json = await ToolRun("purge", "--older-than", "1s", "--json", on: orders.store)
    #expect(json.output == "{\"removed\": 1, \"matching\": 1}\n")
  }
}
