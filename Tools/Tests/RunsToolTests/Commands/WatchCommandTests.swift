@_spi(Stores) import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import FuturesTesting
import JSONValues
import Testing
import ToolTestSupport

@Suite(.timeLimit(.minutes(10)))
struct WatchCommandTests {
  @Test func aRunIsWatchedUntilItHasEnded() async throws {
    let orders = Orders()
    try await orders.wait("order-3")
    let clock = ManualClock()
    async let watched = ToolRun("watch", "order-3", on: orders.store, clock: clock)
    try await clock.waitForTimer(dueIn: .seconds(1))
    try await orders.send("true", to: "approval", of: "order-3")
    let run = try await orders.claim()
    try await orders.commit(
      run,
      .end(.value(Data())),
      [orders.record("ship", "1")]
    )
    clock.advance(by: .seconds(1))
    let result = await watched
    #expect(result.code == 0)
    #expect(
      result.output == """
        recorded    /fulfil order/reserve
        status      waiting
        recorded    /fulfil order/ship
        status      succeeded

        """
    )
  }

  @Test func theExitCodeSaysHowTheRunHasEnded() async throws {
    let orders = try await Orders.ofEachStatus()
    #expect(await ToolRun("watch", "order-1", on: orders.store).code == 0)
    #expect(await ToolRun("watch", "order-2", on: orders.store).code == 1)
    #expect(await ToolRun("watch", "order-4", on: orders.store).code == 1)
    let unknown = await ToolRun("watch", "order-9", on: orders.store)
    #expect(unknown.code == 1)
    #expect(unknown.errors.first?.contains("There is no run 'order-9'.") == true)
  }

  @Test func eachEventIsALineOfJSON() async throws {
    let orders = Orders()
    try await orders.fail("order-2")
    let run = await ToolRun("watch", "order-2", "--json", on: orders.store)
    let events = try run.lines.dropLast().map { try JSONValue(parsing: String($0)) }
    #expect(events.map { $0["event"] } == ["recorded", "undone", "status"])
    #expect(events[1]["step"] == "/fulfil order/reserve")
    #expect(events[2]["status"] == "failed")
  }

  @Test func aWatchGoesOnWhenTheStoreIsBack() async throws {
    let orders = Orders()
    try await orders.wait("order-3")
    let store = AwayStore(orders.store.storage)
    let clock = ManualClock()
    async let watched = ToolRun("watch", "order-3", on: RunStore(store), clock: clock)
    try await clock.waitForTimer(dueIn: .seconds(1))
    store.leave()
    for _ in 0..<2 {
      clock.advance(by: .seconds(1))
      try await clock.waitForTimer(dueIn: .seconds(1))
    }
    try await orders.cancel("order-3")
    store.comeBack()
    clock.advance(by: .seconds(1))
    let result = await watched
    #expect(result.code == 1)
    #expect(result.errors == ["tenon-runs: The store is away. The watch goes on."])
    #expect(
      result.output == """
        recorded    /fulfil order/reserve
        status      waiting
        status      cancelled

        """
    )
  }

  @Test func aStoreThatIsAwayAtTheFirstLookIsAnError() async throws {
    let orders = Orders()
    try await orders.submit("order-1")
    let store = AwayStore(orders.store.storage)
    store.leave()
    let run = await ToolRun("watch", "order-1", on: RunStore(store))
    #expect(run.code == 2 && run.errors == ["tenon-runs: The store is away."])
  }
}
