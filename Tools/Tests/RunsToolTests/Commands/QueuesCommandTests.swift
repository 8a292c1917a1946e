@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Testing
import ToolTestSupport

@Suite struct QueuesCommandTests {
  @Test func queuesAreListedWithTheirRuns() async throws {
    let orders = Orders()
    let none = await ToolRun("queues", on: orders.store)
    #expect(none.output == "No queue of this store has runs.\n")
    for id in ["order-1", "order-2"] { try await orders.submit(id, in: QueuePlace("mail")) }
    let limit = await ToolRun("limit-queue", "mail", "4", on: orders.store)
    #expect(limit.output == "Queue 'mail' has the limit 4 in all processes.\n")
    let pause = await ToolRun("pause-queue", "mail", "print", on: orders.store)
    #expect(pause.output == "Queue 'mail' is paused.\nQueue 'print' is paused.\n")
    let run = await ToolRun("queues", on: orders.store)
    #expect(run.code == 0)
    #expect(
      run.output == """
        Queue  Paused  Limit  Queued  Waiting  Running
        mail   yes     4      2       0        0
        print  yes     –      0       0        0

        """
    )
  }

  @Test func queuesGoOnAsBefore() async throws {
    let orders = Orders()
    for word in ["pause-queue", "resume-queue"] {
      let run = await ToolRun(word, "mail", on: orders.store)
      #expect(run.code == 0)
      #expect(try await orders.store.storage.queues().count == (word == "pause-queue" ? 1 : 0))
    }
    for limit in [["2"], []] {
      let run = await ToolRun(words: ["limit-queue", "mail"] + limit, on: orders.store)
      #expect(run.code == 0)
      #expect(try await orders.store.storage.queues().count == limit.count)
    }
  }
}
