@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import JSONValues
import Testing
import ToolTestSupport
import Workflows

@Suite struct ShowCommandTests {
  @Test func aRunIsShownWithItsSteps() async throws {
    let orders = Orders()
    try await orders.succeed("order-1")
    let run = await ToolRun("show", "order-1", on: orders.store)
    #expect(run.code == 0)
    #expect(
      run.output == """
        Run        order-1
        Workflow   fulfil order
        Version    1
        Status     succeeded
        Submitted  2025-03-14 08:55:02 UTC
        Ended      2025-03-14 08:55:04 UTC, after 2.4 s

        Step                   Recorded  Took
        /fulfil order/reserve  +100 ms   100 ms  █
        /fulfil order/charge   +2.4 s    2.3 s   ·███████████████████████

        """
    )
  }

  @Test func aRunThatHasFailedShowsWhatWasUndone() async throws {
    let orders = Orders()
    try await orders.fail("order-2")
    let run = await ToolRun("show", "order-2", on: orders.store)
    #expect(run.output.contains("Message    PaymentError: The card was refused.\n"))
    #expect(run.lines.contains { $0.hasPrefix("/fulfil order/reserve") && $0.hasSuffix("undone") })
  }

  @Test func aRunThatWaitsSaysForWhat() async throws {
    let orders = Orders()
    try await orders.wait("order-3")
    let run = await ToolRun("show", "order-3", on: orders.store)
    #expect(run.output.contains("Status     waiting\n"))
    #expect(run.output.contains("Waits for  signal 'approval'\n"))
  }

  @Test func aRunThatRunsNamesItsWorkerAndItsAttempts() async throws {
    let orders = Orders()
    try await orders.submit("order-6")
    let claimed = try await orders.claim()
    let path = RecordPath("/fulfil order/charge")
    try await orders.commit(claimed, .keep, [.begin(path), .attempt(path, failed: 2, pause: 4000)])
    let run = await ToolRun("show", "order-6", on: orders.store)
    let worker = "Worker     worker-1, taken once, leased until 2025-03-14 08:55:32 UTC\n"
    #expect(run.output.contains(worker))
    #expect(run.output.contains("/fulfil order/charge: 2 failed, the next one at 2025-03-14 08:55"))
    #expect(run.lines.contains { $0.hasPrefix("/fulfil order/charge") && $0.hasSuffix("begun") })
  }

  @Test func valuesArePrintedOnlyIfSomebodyAsks() async throws {
    let orders = Orders()
    try await orders.succeed("order-1")
    for arguments in [["show", "order-1"], ["show", "order-1", "--json"]] {
      let run = await ToolRun(words: arguments, on: orders.store)
      #expect(!run.output.contains("secret-token") && !run.output.contains("socks"))
    }
    let text = await ToolRun("show", "order-1", "--values", on: orders.store)
    #expect(text.output.contains("secret-token") && text.output.contains(#"{"item":"socks"}"#))
    let json = try JSONOutput(
      await ToolRun("show", "order-1", "--values", "--json", on: orders.store)
    )
    #expect(json["input"]?["item"] == "socks")
    #expect(json["output"] == "parcel-1")
    #expect(json["steps"]?[1]?["value"] == "secret-token")
  }

  @Test(arguments: [
    ("svg", "<svg", "</svg>\n"), ("mermaid", "gantt", "\n"), ("chrome", "\"name\"", "\n"),
  ]
  )
  func aRunIsAPicture(format: String, start: String, end: String) async throws {
    let orders = Orders()
    try await orders.succeed("order-1")
    let run = await ToolRun("show", "order-1", "--trace", format, on: orders.store)
    #expect(run.code == 0)
    #expect(run.output.contains(start) && run.output.hasSuffix(end))
    #expect(run.output.contains("charge"))
  }

  @Test(arguments: [["show", "order-9"], ["show", "order-9", "--trace", "svg"]])
  func aRunThatIsNotThereIsAnErrorWithTheCode1(arguments: [String]) async {
    let run = await ToolRun(words: arguments, on: Orders().store)
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(
      run.errors == [
        "tenon-runs: There is no run 'order-9'. 'tenon-runs list' names the runs of a store."
      ]
    )
  }
}
