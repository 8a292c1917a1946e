extension JSONValue {
  /// An integer beyond the range of `Int64`, as decimal digits.
  ///
  /// This type never contains other integers, so that each number has one representation.
  public struct BigInteger: Hashable, Sendable, CustomStringConvertible {
    /// The digits without leading zeros, after a minus sign if the number is negative.
    public let digits: String

    /// Creates an integer from the digits of a number that `Int64` cannot represent.
    ///
    /// - Parameter digits: Decimal digits without leading zeros, with an optional minus sign. The
    ///   initializer returns `nil` for any other text, and for a number that fits into `Int64`; use
    ///   ``JSONValue/integer(_:)`` for that.
    package init?(_ digits: String) {
      let magnitude =
        digits.utf8.first == UInt8(ascii: "-") ? digits.utf8.dropFirst() : digits.utf8[...]
      guard let first = magnitude.first, first != UInt8(ascii: "0") else { return nil }
      guard magnitude.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
        return nil
      }
      guard Int64(digits) == nil else { return nil }
      self.digits = digits
    }

    /// The number, or `nil` if it does not fit into `UInt64`.
    package var uint64: UInt64? { UInt64(digits) }

    /// The nearest `Double`, which is infinite beyond its range.
    package var nearestDouble: Double { Double(digits) ?? .nan }

    /// The digits.
    public var description: String { digits }
  }
}
