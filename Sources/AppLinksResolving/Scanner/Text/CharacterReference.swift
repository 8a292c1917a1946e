internal import AppLinks

/// A decoder of character references such as `&amp;` and `&#38;`, according to the rules for
/// attribute values.
enum CharacterReference {
  /// Decodes text that begins with an ampersand.
  ///
  /// - Parameters:
  ///   - bytes: The text of the attribute.
  ///   - start: The index of the ampersand.
  ///   - output: The array to which the character is appended, or the ampersand if it does not
  ///     begin a reference.
  /// - Returns: The number of bytes read.
  static func read(_ bytes: [UInt8], _ start: Int, into output: inout [UInt8]) -> Int {
    let next = start + 1
    if next < bytes.count {
      let byte = bytes[next]
      if byte == UInt8(ascii: "#"), let count = readNumber(bytes, next + 1, &output) {
        return 2 + count
      }
      if byte.isASCIILetter, let count = readName(bytes, next, &output) {
        return 1 + count
      }
    }
    output.append(bytes[start])
    return 1
  }

  private static func readNumber(
    _ bytes: [UInt8],
    _ start: Int,
    _ output: inout [UInt8]
  ) -> Int? {
    var at = start
    let isHex = at < bytes.count && bytes[at] | 0x20 == UInt8(ascii: "x")
    if isHex { at += 1 }
    let firstDigit = at
    var number: UInt32 = 0
    while at < bytes.count, let digit = isHex ? bytes[at].asciiHexValue : bytes[at].asciiDigit {
      // All numbers beyond the last character are equivalent.
      number = min(number * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
      at += 1
    }
    if at == firstDigit { return nil }
    if at < bytes.count, bytes[at] == UInt8(ascii: ";") { at += 1 }
    output.append(contentsOf: String(scalar(number)).utf8)
    return at - start
  }

  /// Returns the character of a number.
  ///
  /// Older pages use the numbers of control characters for Windows characters.
  private static func scalar(_ number: UInt32) -> Unicode.Scalar {
    if number & ~0x1F == 0x80 { return Windows1252.scalar(UInt8(number)) }
    return number == 0 ? "\u{FFFD}" : Unicode.Scalar(number) ?? "\u{FFFD}"
  }

  private static func readName(
    _ bytes: [UInt8],
    _ start: Int,
    _ output: inout [UInt8]
  ) -> Int? {
    guard let match = NamedCharacterReferences.longestMatch(bytes, start) else { return nil }
    let end = start + match.length
    if bytes[end - 1] != UInt8(ascii: ";"), end < bytes.count {
      // Keeps the URL "?a=1&copy=2" unchanged.
      if bytes[end] == UInt8(ascii: "=") || bytes[end].isASCIIAlphanumeric { return nil }
    }
    output.append(contentsOf: match.characters.utf8)
    return match.length
  }
}

extension UInt8 {
  fileprivate var asciiDigit: UInt8? { isASCIIDigit ? self &- UInt8(ascii: "0") : nil }
}
