import DurableWorkflows

// What is kept in the store is encoded and decoded in the background, so these types are not
// isolated to the main actor, which is the default of this module.

/// What a customer has ordered.
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

/// A thing that is kept for an order.
nonisolated struct Reservation: Codable, Sendable {
  let order: Order
  let shelf: Int
}

/// The bank has charged for an order.
nonisolated struct Receipt: Codable, Sendable {
  let order: Order
  let number: Int
}

/// Somebody allows that an order is sent.
nonisolated package struct Approval: Codable, Sendable {
  package let by: String

  package init(by: String) { self.by = by }
}

/// A thing that is on its way.
nonisolated package struct Parcel: Codable, Sendable {
  package let order: Order
  package let approvedBy: String
}

extension Signal<Approval> {
  /// The approval that each order waits for.
  nonisolated package static var approval: Signal { Signal("approval") }
}
