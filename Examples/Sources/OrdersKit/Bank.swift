import Foundation

/// A bank with its own ledger, which knows idempotency keys: it performs a request that arrives
/// twice with the same key only once.
nonisolated struct Bank: Sendable {
  /// A request that the bank has received.
  struct Request: Codable {
    let key: String
    let order: String
    let amount: Int
    /// The number of the receipt, which is the same as that of an earlier request with the same
    /// key.
    let receipt: Int
    let charges: Bool
  }

  private let ledger: LineFile<Request>

  init(ledger: URL) { self.ledger = LineFile(url: ledger) }

  /// Charges for an order unless it was already charged with the same key.
  ///
  /// - Returns: The number of the receipt, which is the same for the same key.
  func charge(for order: Order, key: String) throws -> Int {
    var receipt = 0
    try ledger.append { requests in
      let earlier = requests.first { $0.key == key }
      receipt = earlier?.receipt ?? requests.count { $0.charges } + 1
      return Request(
        key: key,
        order: order.id,
        amount: order.amount,
        receipt: receipt,
        charges: earlier == nil
      )
    }
    return receipt
  }

  /// Returns how often the bank was asked to charge for each order, and how often it did.
  func requests() throws -> [String: (asked: Int, charged: Int)] {
    try Dictionary(grouping: ledger.entries(), by: \.order).mapValues { requests in
      (requests.count, requests.count { $0.charges })
    }
  }
}
