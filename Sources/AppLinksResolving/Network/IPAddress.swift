/// An address of the Internet Protocol, version 4 or 6.
///
/// ```swift
/// IPAddress("169.254.169.254")?.isPublic  // false
/// IPAddress("2606:4700::1111")?.isPublic  // true
/// ```
public struct IPAddress: Sendable, Hashable {
  /// The address in network order: 4 or 16 bytes.
  public let bytes: [UInt8]

  /// Makes an address of its bytes.
  ///
  /// - Parameter bytes: The address in network order; `nil` results unless these are 4 or 16 bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Whether the address is of version 6.
  package var isVersion6: Bool { bytes.count == 16 }

  /// The address as the host of a URL, with brackets if it is of version 6.
  var urlHost: String { isVersion6 ? "[\(description)]" : description }
}

extension IPAddress: CustomStringConvertible {
  /// The address in its usual spelling; in version 6 without shortening.
  public var description: String {
    if !isVersion6 { return bytes.map { "\($0)" }.joined(separator: ".") }
    return stride(from: 0, to: 16, by: 2)
      .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }
}
