extension JSONParser {
  /// Parses a string, whose opening quote is the next byte; names are shared.
  mutating func parseString(isName: Bool = false) throws(JSONParseError) -> String {
    position += 1
    var text = ""
    var start = position
    while true {
      guard let byte = next else { throw unexpected("the rest of a string and '\"'") }
      switch byte {
      case .quote:
        let rest = try parseVerbatim(from: start, isName: isName && text.isEmpty)
        position += 1
        return text.isEmpty ? rest : text + rest
      case .backslash:
        text += try parseVerbatim(from: start)
        text.unicodeScalars.append(try parseEscape())
        start = position
      case 0..<0x20:
        throw unexpected("a character of a string; control characters need an escape")
      default:
        position += 1
      }
    }
  }

  /// Returns the characters from an index up to the next byte.
  private mutating func parseVerbatim(
    from start: Int,
    isName: Bool = false
  ) throws(JSONParseError) -> String {
    if start == position { return "" }
    let part = bytes[start..<position]
    let text =
      isName
      ? knownNames.text(of: UnsafeBufferPointer(rebasing: part))
      : String(validating: UnsafeBufferPointer(rebasing: part), as: UTF8.self)
    if let text { return text }
    throw error(.invalidUnicode, at: JSONParser.firstInvalid(in: part), expected: "UTF-8")
  }

  /// Returns the index of the first byte that is not part of a UTF-8 character.
  private static func firstInvalid(in part: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var decoder = UTF8()
    var rest = part.makeIterator()
    var index = part.startIndex
    while case .scalarValue(let scalar) = decoder.decode(&rest) { index += UTF8.width(scalar) }
    return index
  }

  /// Parses an escape, whose backslash is the next byte.
  private mutating func parseEscape() throws(JSONParseError) -> Unicode.Scalar {
    let start = position
    position += 1
    let byte = next
    position += 1
    switch byte {
    case .quote?, .backslash?, UInt8(ascii: "/")?: return Unicode.Scalar(byte ?? 0)
    case UInt8(ascii: "b")?: return "\u{8}"
    case UInt8(ascii: "f")?: return "\u{C}"
    case UInt8(ascii: "n")?: return "\n"
    case UInt8(ascii: "r")?: return "\r"
    case UInt8(ascii: "t")?: return "\t"
    case UInt8(ascii: "u")?: return try parseUnicodeEscape(from: start)
    default:
      position -= 1
      throw unexpected("one of \" \\ / b f n r t u after the backslash")
    }
  }

  /// Parses the digits of `\u`, and the second half of a surrogate pair.
  private mutating func parseUnicodeEscape(from start: Int) throws(JSONParseError) -> Unicode.Scalar
  {
    let first = try parseHexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, take(.backslash), take(UInt8(ascii: "u")) {
      let second = try parseHexadecimal()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
      {
        return scalar
      }
    }
    throw error(.invalidUnicode, at: start, expected: "both halves of a surrogate pair")
  }

  private mutating func parseHexadecimal() throws(JSONParseError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
        throw unexpected("four hexadecimal digits after \\u")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
