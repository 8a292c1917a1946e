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
    let effect: Effect
  }

  /// What the bank has done.
  enum Effect: String, Codable {
    case charged
    /// Whether or not anything was charged before.
    case refunded
    /// Nothing, because it was charged before.
    case none
  }

  /// What an order has cost so far.
  struct Account: Equatable {
    /// How often the bank was asked.
    var asked = 0
    /// How often it has charged, less the refunds.
    var charged = 0
  }

  private let ledger: LineFile<Request>

  init(ledger: URL) { self.ledger = LineFile(url: ledger) }

  /// Charges for an order unless it was already charged with the same key.
  ///
  /// - Returns: The number of the receipt, which is the same for the same key.
  /// - Throws: ``KeyIsRefunded`` after a refund with this key, and an error of the file.
  func charge(for order: Order, key: String) async throws -> Int {
    var receipt = 0
    try await ledger.append { requests in
      let earlier = requests.filter { $0.key == key }
      if earlier.contains(where: { $0.effect == .refunded }) { throw KeyIsRefunded(key: key) }
      receipt = earlier.first?.receipt ?? requests.count { $0.effect == .charged } + 1
      return Request(
        key: key,
        order: order.id,
        amount: order.amount,
        receipt: receipt,
        effect: earlier.isEmpty ? .charged : .none
      )
    }
    return receipt
  }

  /// Gives back what was charged with a key, if anything was, and charges nothing with it later.
  ///
  /// A process that was suspended before it charged may do so after another one has cancelled the
  /// order.
  ///
  /// - Returns: Whether something was given back.
  @discardableResult
  func refund(key: String) async throws -> Bool {
    var isRefunded = false
    try await ledger.append { requests in
      let earlier = requests.filter { $0.key == key }
      let charge = earlier.first { $0.effect == .charged }
      isRefunded = charge != nil && !earlier.contains { $0.effect == .refunded }
      return Request(
        key: key,
        order: charge?.order ?? "",
        amount: charge?.amount ?? 0,
        receipt: charge?.receipt ?? 0,
        effect: .refunded
      )
    }
    return isRefunded
  }

  /// Returns what each order has cost.
  func accounts() throws -> [String: Account] {
    // A key is charged at most once, and then refunded, at most once in effect.
    try Dictionary(grouping: ledger.entries().filter { !$0.order.isEmpty }, by: \.order)
      .mapValues { requests in
        let keys = Dictionary(grouping: requests, by: \.key).values
        let charged = keys.count { $0.contains { $0.effect == .charged } }
        let refunded = keys.count { $0.contains { $0.effect == .refunded } }
        return Account(asked: requests.count, charged: charged - refunded)
      }
  }
}

/// An error that reports that nothing is charged with a key, because it was refunded.
nonisolated struct KeyIsRefunded: Error, CustomStringConvertible {
  let key: String

  var description: String { "The bank charges nothing for '\(key)', which was refunded." }
}
