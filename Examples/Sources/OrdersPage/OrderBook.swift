import DurableWorkflows
import OrdersKit
import Workflows

/// The orders of a shop, which pages read and act on.
package struct OrderBook: Sendable {
  let store: any RunStore
  let runs: DurableRuns
  let fulfil: Workflow<Order, Parcel>

  /// Opens the book of a shop.
  @MainActor package init(of shop: Shop) {
    store = shop.store
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
    guard let row = try await store.load(id) else { return nil }
    let now = try await store.now
    let fraction = try? await runs.run(of: fulfil, id: id).fractionCompleted
    return OrderView(id, row, now: now, fraction: fraction)
  }

  func counts() async throws -> [DurableRunStatus: Int] { try await runs.counts() }

  /// Adds an order and returns its identifier.
  func add(_ item: String, amount: Int) async throws -> String {
    // The next free number, which another process may take at the same time.
    var number = try await runs.counts().values.reduce(1, +)
    while true {
      let order = Order(id: "order-\(number)", item: item, amount: amount)
      if try await store.load(order.id) == nil {
        do {
          try await runs.submit(fulfil, id: order.id, input: order)
          return order.id
        } catch is RunIdentifierTaken {}
      }
      number += 1
    }
  }

  func approve(_ id: String, by name: String) async throws -> SignalDelivery {
    try await runs.send(Approval(by: name), to: .approval, of: id)
  }

  func cancel(_ id: String) async throws -> CancellationAnswer { try await runs.cancel(id) }

  func trace(_ id: String) async throws -> Trace { try await runs.trace(of: id) }
}
