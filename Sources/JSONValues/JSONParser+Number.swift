extension JSONParser {
  /// Parses a number, whose first byte is the next one.
  mutating func parseNumber() throws(JSONParseError) -> JSONValue {
    let start = position
    _ = take(.minus)
    let first = position
    try parseDigits("a digit")
    if bytes[first] == UInt8(ascii: "0") { position = first + 1 }

    var isInteger = true
    if take(UInt8(ascii: ".")) {
      isInteger = false
      try parseDigits("a digit after the point")
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      position += 1
      if next == .minus || next == UInt8(ascii: "+") { position += 1 }
      try parseDigits("a digit of the exponent")
    }

    if isInteger, position - first <= 18 {
      // A number with so few digits always fits.
      let value = bytes[first..<position].reduce(Int64(0)) { $0 * 10 + Int64($1 & 0x0F) }
      if first == start { return .integer(value) }
      return value == 0 ? .double(-0.0) : .integer(-value)
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isInteger, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else {
      throw error(
        .numberOutOfRange,
        at: start,
        expected: "a number between -1.8e308 and 1.8e308"
      )
    }
    return .double(value)
  }

  private mutating func parseDigits(_ expected: String) throws(JSONParseError) {
    guard let byte = next, UInt8.digits.contains(byte) else { throw unexpected(expected) }
    while let byte = next, UInt8.digits.contains(byte) { position += 1 }
  }
}
