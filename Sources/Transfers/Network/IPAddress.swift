/// An Internet Protocol address of version 4 or 6.
///
/// ```swift
/// IPAddress("169.254.169.254")?.isPublic  // false
/// IPAddress("2606:4700::1111")?.isPublic  // true
/// ```
public struct IPAddress: Sendable, Hashable {
  /// The address in network byte order: 4 or 16 bytes.
  public let bytes: [UInt8]

  /// Creates an address from its bytes.
  ///
  /// - Parameter bytes: The address in network byte order. The initializer returns `nil` unless
  ///   there are 4 or 16 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Whether this is an IPv6 address.
  package var isVersion6: Bool { bytes.count == 16 }

  /// The address as the host of a URL.
  ///
  /// An IPv6 address is in brackets.
  var urlHost: String { isVersion6 ? "[\(description)]" : description }
}

extension IPAddress: CustomStringConvertible {
  /// The address in its usual notation.
  ///
  /// An IPv6 address is not shortened.
  public var description: String {
    if !isVersion6 { return bytes.map { "\($0)" }.joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }
}
