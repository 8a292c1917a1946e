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
    case charged, refunded
    /// Nothing, because it was done before.
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
  func charge(for order: Order, key: String) async throws -> Int {
    var receipt = 0
    try await ledger.append { requests in
      let earlier = requests.last { $0.key == key && $0.effect != .none }
      receipt = earlier?.receipt ?? requests.count { $0.effect == .charged } + 1
      return Request(
        key: key,
        order: order.id,
        amount: order.amount,
        receipt: receipt,
        effect: earlier?.effect == .charged ? .none : .charged
      )
    }
    return receipt
  }

  /// Gives back what was charged with a key, if anything was.
  ///
  /// - Returns: Whether something was given back.
  @discardableResult
  func refund(key: String) async throws -> Bool {
    guard let first = try ledger.entries().first(where: { $0.key == key }) else { return false }
    var isRefunded = false
    try await ledger.append { requests in
      isRefunded = requests.last { $0.key == key && $0.effect != .none }?.effect == .charged
      return Request(
        key: key,
        order: first.order,
        amount: first.amount,
        receipt: first.receipt,
        effect: isRefunded ? .refunded : .none
      )
    }
    return isRefunded
  }

  /// Returns what each order has cost.
  func accounts() throws -> [String: Account] {
    try ledger.entries().reduce(into: [:]) { accounts, request in
      accounts[request.order, default: Account()].asked += 1
      switch request.effect {
      case .charged: accounts[request.order, default: Account()].charged += 1
      case .refunded: accounts[request.order, default: Account()].charged -= 1
      case .none: break
      }
    }
  }
}
