/// The progress of a transfer, in bytes of bodies.
public struct TransferProgress: Hashable, Sendable {
  /// The number of bytes of the request's body that were sent.
  public var sent: Int64

  /// The length of the request's body; `nil` if there is none or it is unknown.
  public var totalToSend: Int64?

  /// The number of bytes of the response's body that have arrived, after decompression.
  public var received: Int64

  /// The length of the response's body; `nil` before the response, and until the end of a body
  /// whose length the server does not announce, or which it compresses.
  public var totalToReceive: Int64?

  /// Creates a progress.
  ///
  /// - Parameters:
  ///   - sent: The number of bytes of the request's body that were sent.
  ///   - totalToSend: The length of the request's body, if known.
  ///   - received: The number of bytes of the response's body that have arrived.
  ///   - totalToReceive: The length of the response's body, if known.
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

  /// The fraction that is done, from 0 to 1; `nil` while it is unknown.
  ///
  /// An upload fills the first half, and its response the second. A response without a body is done
  /// at once.
  public var fraction: Double? {
    let answer = TransferProgress.part(received, of: totalToReceive)
    guard let totalToSend, totalToSend > 0 else { return answer }
    let sending = TransferProgress.part(sent, of: totalToSend) ?? 0
    return (sending + (answer ?? 0)) / 2
  }

  private static func part(_ count: Int64, of total: Int64?) -> Double? {
    guard let total else { return nil }
    if total <= 0 { return 1 }
    return min(Double(count) / Double(total), 1)
  }
}
