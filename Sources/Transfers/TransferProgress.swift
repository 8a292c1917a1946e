/// How far a transfer has come, in bytes of bodies.
public struct TransferProgress: Hashable, Sendable {
  /// How much of the request's body was sent.
  public var sent: Int64

  /// How long the request's body is; `nil` if there is none, or nobody knows.
  public var totalToSend: Int64?

  /// How much of the response's body has arrived, decompressed.
  public var received: Int64

  /// How long the response's body is; `nil` before the response, and if the server does not say or
  /// compresses it.
  public var totalToReceive: Int64?

  /// Makes a state of progress.
  ///
  /// - Parameters:
  ///   - sent: How much of the request's body was sent.
  ///   - totalToSend: How long the request's body is, if known.
  ///   - received: How much of the response's body has arrived.
  ///   - totalToReceive: How long the response's body is, if known.
  public init(
    sent: Int64 = 0,
    totalToSend: Int64? = nil,
    received: Int64 = 0,
    totalToReceive: Int64? = nil
  ) {
    self.sent = sent
    self.totalToSend = totalToSend
    self.received = received
    self.totalToReceive = totalToReceive
  }

  /// The part that is done, from 0 to 1; `nil` while that is not known.
  ///
  /// While a body is being sent, what comes back is not counted, and the other way round: an upload
  /// fills the first half, and its answer the second.
  public var fraction: Double? {
    let answer = TransferProgress.part(received, of: totalToReceive)
    guard let totalToSend, totalToSend > 0 else { return answer }
    let sending = TransferProgress.part(sent, of: totalToSend) ?? 0
    return (sending + (answer ?? 0)) / 2
  }

  private static func part(_ count: Int64, of total: Int64?) -> Double? {
    guard let total, total > 0 else { return nil }
    return min(Double(count) / Double(total), 1)
  }
}
