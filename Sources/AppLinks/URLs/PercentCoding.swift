/// Percent-encoding of bytes, identical on every platform.
package enum PercentCoding {
  /// Escapes every byte that is not unreserved in RFC 3986: letters, digits, `-`, `.`, `_` and `~`.
  ///
  /// A space becomes `%20`, never `+`.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var encoded: [UInt8] = []
    for byte in bytes {
      if isUnreserved(byte) {
        encoded.append(byte)
      } else {
        append(escaped: byte, to: &encoded)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Appends the escape of a byte.
  package static func append(escaped byte: UInt8, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "%"))
    text.append(hexDigit(byte >> 4))
    text.append(hexDigit(byte & 15))
  }

  /// Replaces escapes by the bytes they represent.
  ///
  /// A `%` without two hexadecimal digits after it remains unchanged, and so does `+` unless
  /// `plusIsSpace` is `true`.
  package static func decode(
    _ bytes: some Collection<UInt8>,
    plusIsSpace: Bool = false
  ) -> [UInt8] {
    // Of a collection of another module, each access to a byte takes as long as many of an array.
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if let value = value(of: bytes, at: index) {
        decoded.append(value)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return decoded
  }

  /// Returns how many of the given bytes decode to the first `count` bytes.
  package static func encodedLength(of count: Int, in bytes: some Collection<UInt8>) -> Int {
    var length = 0
    var index = bytes.startIndex
    for _ in 0..<count where index != bytes.endIndex {
      let width = escapeWidth(in: bytes, at: index)
      length += width
      bytes.formIndex(&index, offsetBy: width)
    }
    return length
  }

  /// Replaces escapes by characters.
  ///
  /// Bytes that are not UTF-8 become U+FFFD.
  package static func decodeText(
    _ bytes: some Collection<UInt8>,
    plusIsSpace: Bool = false
  ) -> (text: String, isDamaged: Bool) {
    let decoded = decode(bytes, plusIsSpace: plusIsSpace)
    if let text = String(validating: decoded, as: UTF8.self) { return (text, false) }
    return (String(decoding: decoded, as: UTF8.self), true)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
    default: byte.isASCIIAlphanumeric
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Returns 3 at the beginning of an escape, and 1 elsewhere.
  private static func escapeWidth<Bytes: Collection<UInt8>>(
    in bytes: Bytes,
    at index: Bytes.Index
  ) -> Int {
    value(of: bytes, at: index) == nil ? 1 : 3
  }

  /// Returns the value of the escape at an index, or `nil` if there is none.
  private static func value<Bytes: Collection<UInt8>>(
    of bytes: Bytes,
    at index: Bytes.Index
  ) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    let first = bytes.index(after: index)
    guard first != bytes.endIndex, let high = bytes[first].asciiHexValue else { return nil }
    let second = bytes.index(after: first)
    guard second != bytes.endIndex, let low = bytes[second].asciiHexValue else { return nil }
    return high << 4 | low
  }
}
