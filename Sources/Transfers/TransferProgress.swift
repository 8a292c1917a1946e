/// The progress of a transfer, in bytes of bodies.
public struct TransferProgress: Hashable, Sendable {
  /// The number of bytes of the request's body that were sent.
  public var bytesSent: Int64

  /// The length of the request's body; `nil` if there is none or it is unknown.
  public var totalBytesToSend: Int64?

  /// The number of bytes of the response's body that have arrived, after decompression.
  public var bytesReceived: Int64

  /// The length of the response's body; `nil` before the response, and until the end of a body
  /// whose length the server does not announce, or which it compresses.
  public var totalBytesToReceive: Int64?

  /// Creates a progress.
  ///
  /// - Parameters:
  ///   - bytesSent: The number of bytes of the request's body that were sent.
  ///   - totalBytesToSend: The length of the request's body, if known.
  ///   - bytesReceived: The number of bytes of the response's body that have arrived.
  ///   - totalBytesToReceive: The length of the response's body, if known.
  public init(
    bytesSent: Int64 = 0,
    totalBytesToSend: Int64? = nil,
    bytesReceived: Int64 = 0,
    totalBytesToReceive: Int64? = nil
  ) {
    self.bytesSent = bytesSent
    self.totalBytesToSend = totalBytesToSend
    self.bytesReceived = bytesReceived
    self.totalBytesToReceive = totalBytesToReceive
  }

  /// The completed fraction, from 0 to 1; `nil` while it is unknown.
  ///
  /// An upload fills the first half, and its response the second. A response without a body is
  /// complete at once.
  public var fraction: Double? {
    let answer = TransferProgress.part(bytesReceived, of: totalBytesToReceive)
    guard let totalBytesToSend, totalBytesToSend > 0 else { return answer }
    let sending = TransferProgress.part(bytesSent, of: totalBytesToSend) ?? 0
    return (sending + (answer ?? 0)) / 2
  }

  private static func part(_ count: Int64, of total: Int64?) -> Double? {
    guard let total else { return nil }
    if total <= 0 { return 1 }
    return min(Double(count) / Double(total), 1)
  }
}
