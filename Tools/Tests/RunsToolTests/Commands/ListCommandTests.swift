@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Testing
import ToolTestSupport

@Suite struct ListCommandTests {
  @Test func theLastRunsComeFirstAndAllAreCounted() async throws {
    let orders = try await Orders.ofEachStatus()
    let run = await ToolRun("list", on: orders.store)
    #expect(run.code == 0)
    #expect(run.errors == [])
    #expect(
      run.output == """
        Run      Workflow      Version  Status     Submitted (UTC)      Ended (UTC)          Message
        order-7  fulfil order  1        queued     2025-03-14 08:55:04  –
        order-6  fulfil order  1        running    2025-03-14 08:55:04  –
        order-5  fulfil order  1        set-aside  2025-03-14 08:55:04  –                    \
        Its records do not fit.
        order-4  fulfil order  1        cancelled  2025-03-14 08:55:04  2025-03-14 08:55:04  cancelled
        order-3  fulfil order  1        waiting    2025-03-14 08:55:04  –
        order-2  fulfil order  1        failed     2025-03-14 08:55:04  2025-03-14 08:55:04  \
        PaymentError: The card was refused.
        order-1  fulfil order  1        succeeded  2025-03-14 08:55:02  2025-03-14 08:55:04

        7 of 7 runs: 1 queued, 1 waiting, 1 running, 1 succeeded, 1 failed, 1 cancelled, 1 set-aside

        """
    )
  }

  @Test func runsAreChosenByStatusWorkflowAndPlace() async throws {
    let orders = try await Orders.ofEachStatus()
    let failed = await ToolRun(
      "list",
      "--status",
      "failed",
      "--status",
      "set-aside",
      on: orders.store
    )
    #expect(failed.output.contains("order-2  "))
    #expect(failed.output.contains("order-5  "))
    #expect(failed.output.contains("\n2 of 7 runs"))
    let page = await ToolRun("list", "--limit", "1", "--after", "order-3", on: orders.store)
    #expect(page.output.contains("order-2  "))
    #expect(page.output.contains("\n1 of 7 runs"))
    let other = await ToolRun("list", "--workflow", "fulfil order (version 2)", on: orders.store)
    #expect(other.output.hasPrefix("No run matches.\n"))
    for (version, count) in [("1", 7), ("2", 0)] {
      let list = await ToolRun(
        "list",
        "--workflow",
        "fulfil order",
        "--workflow-version",
        version,
        "--json",
        on: orders.store
      )
      #expect(list.output.ranges(of: #""version": \#(version),"#).count == count)
    }
    try await orders.submit("order-8", in: QueuePlace("mail"))
    let queue = await ToolRun("list", "--queue", "mail", on: orders.store)
    #expect(queue.output.contains("order-8  "))
    #expect(queue.output.contains("\n1 of 8 runs"))
    try await orders.submit("order-9", tags: ["customer": "a=b", "state": "new"])
    for (tags, count) in [
      (["--tag", "customer=a=b"], 1), (["--tag", "customer=a=b", "--tag", "state=new"], 1),
      (["--tag", "customer=a=b", "--tag", "state=old"], 0),
    ] {
      let list = await ToolRun(words: ["list"] + tags, on: orders.store)
      #expect(list.output.ranges(of: "order-9  ").count == count, "\(tags)")
    }
    let noTag = await ToolRun("list", "--tag", "customer", on: orders.store)
    #expect(noTag.code == 64)
    #expect(await ToolRun("show", "order-9", on: orders.store).output.contains("customer=a=b"))
    let none = await ToolRun("list", on: Orders().store)
    #expect(none.output == "There are no runs in this store.\n")
  }

  @Test func whatARunSaysCannotControlTheTerminalOrFillIt() async throws {
    let orders = Orders()
    try await orders.submit("evil\u{1B}[2J")
    let run = try await orders.claim()
    let text = String(repeating: "x", count: 500) + "\nline"
    try await orders.commit(run, .setAside(text))
    let list = await ToolRun("list", on: orders.store)
    #expect(!list.output.contains("\u{1B}"))
    #expect(list.output.contains("evil\\u{1B}[2J"))
    #expect(list.lines.count == 5)
    #expect(list.lines.allSatisfy { $0.count < 160 })
  }
}
