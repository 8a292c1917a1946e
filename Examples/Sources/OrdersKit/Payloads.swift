import DurableWorkflows

// Values in the store are encoded and decoded in the background, so these types are not isolated to
// the main actor, which is the default of this module.

/// An order from a customer.
nonisolated package struct Order: Codable, Hashable, Sendable {
  package let id: String
  package let item: String
  package let amount: Int

  package init(id: String, item: String, amount: Int) {
    self.id = id
    self.item = item
    self.amount = amount
  }
}

/// An approval to ship an order.
nonisolated package struct Approval: Codable, Sendable {
  package let by: String

  package init(by: String) { self.by = by }
}

/// An item that has been shipped.
nonisolated package struct Parcel: Codable, Sendable {
  package let order: Order
  package let approvedBy: String
}

extension Signal<Approval> {
  /// The approval that each order waits for.
  nonisolated package static var approval: Signal { Signal("approval") }
}
