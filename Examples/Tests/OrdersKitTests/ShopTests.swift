import DurableWorkflows
import DurableWorkflowsTesting
import Foundation
import Testing

@testable import OrdersKit

@Suite(.timeLimit(.minutes(1)))
struct ShopTests {
  private let folder = TemporaryFolder()

  @Test func anOrderIsShippedWhenItIsApproved() async throws {
    let shop = try Shop(store: InMemoryRunStore(), folder: folder.url)
    try await shop.submit(Order(id: "order-1", item: "lamp", amount: 10))
    #expect(await shop.work.work() == .idle)
    #expect(try await shop.orders().map(\.status) == [.waiting])
    #expect(try await shop.approve("order-1", by: "Mia") == .kept)
    #expect(try await shop.approve("order-1", by: "Tom") == .taken)
    #expect(await shop.work.work() == .idle)
    let run = try shop.runs.run(of: shop.fulfil, id: "order-1")
    #expect(try await run.value.approvedBy == "Mia")
    let report = try await shop.report()
    #expect(report.isFine)
    #expect(report.rows.map(\.charged) == [1])
    #expect(report.rows.map(\.times) == [[.reserve: 1, .charge: 1, .pack: 1, .ship: 1]])
  }

  @Test func anApprovalOfAnOrderThatIsNotThereIsRefused() async throws {
    let shop = try Shop(store: InMemoryRunStore(), folder: folder.url)
    #expect(try await shop.approve("order-1", by: "Mia") != .kept)
  }

  @Test func theShopFindsItsOrdersWhenItIsOpenedAgain() async throws {
    let first = try await Shop.open(in: folder.url)
    try await first.submit(Order(id: "order-1", item: "lamp", amount: 10))
    let second = try await Shop.open(in: folder.url)
    #expect(try await second.orders().map(\.id) == ["order-1"])
  }
}
