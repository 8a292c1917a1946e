import DurableWorkflows
import OrdersKit
import Workflows

/// The orders of a shop, which pages read and act on.
package struct OrderBook: Sendable {
  private let shop: Shop
  let runs: DurableRuns
  let fulfil: Workflow<Order, Parcel>

  /// Opens the book of a shop.
  @MainActor package init(of shop: Shop) {
    self.shop = shop
    runs = shop.runs
    fulfil = shop.fulfil
  }

  /// Returns the latest orders, most recently submitted first.
  func orders(limit: Int) async throws -> [OrderView] {
    var orders: [OrderView] = []
    for summary in try await runs.list(RunQuery(limit: limit)) {
      // An order that was removed meanwhile is left out.
      if let order = try await order(summary.id) { orders.append(order) }
    }
    return orders
  }

  /// Returns an order, or `nil` if it does not exist.
  func order(_ id: String) async throws -> OrderView? {
    guard let run = try await runs.load(id) else { return nil }
    let fraction = try? await runs.run(of: fulfil, id: id).fractionCompleted
    return OrderView(run, fraction: fraction)
  }

  func counts() async throws -> [DurableRunStatus: Int] { try await runs.counts() }

  /// Adds an order.
  func add(_ item: String, amount: Int) async throws {
    _ = try await shop.add { Order(id: "order-\($0)", item: item, amount: amount) }
  }

  func approve(_ id: String, by name: String) async throws -> SignalDelivery {
    try await runs.send(Approval(by: name), to: .approval, of: id)
  }

  func cancel(_ id: String) async throws -> CancellationAnswer { try await runs.cancel(id) }

  func trace(_ id: String) async throws -> Trace { try await runs.trace(of: id) }
}
