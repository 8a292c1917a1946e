extension JSONParser {
  /// Returns an error at the next byte.
  func unexpected(_ expected: String) -> JSONParseError {
    error(
      position < bytes.count ? .unexpectedText : .unexpectedEnd,
      at: position,
      expected: expected
    )
  }

  /// Returns an error at an index.
  func error(_ code: JSONParseError.Code, at index: Int, expected: String) -> JSONParseError {
    let before = bytes[..<min(index, bytes.count)]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return JSONParseError(
      code: code,
      line: 1 + before.count { $0 == UInt8(ascii: "\n") },
      column: 1 + before[lineStart...].count { $0 & 0xC0 != 0x80 },
      offset: before.count,
      expected: expected,
      found: found(at: index, code)
    )
  }

  /// Returns a phrase for the text at an index.
  private func found(at index: Int, _ code: JSONParseError.Code) -> String {
    switch code {
    case .unexpectedEnd: return "the end of the text"
    case .tooDeep: return "one more"
    case .numberOutOfRange: return "a number out of range"
    case .duplicateKey: return "one that it has"
    case .invalidUnicode:
      return bytes[index] == .backslash ? "one half" : "the byte 0x\(hexadecimal(bytes[index]))"
    default: break
    }
    if bytes[index...].starts(with: [0xEF, 0xBB, 0xBF]) { return "a byte order mark" }
    let character = String(decoding: bytes[index...].prefix(4), as: UTF8.self).unicodeScalars.first
    guard let character, character.value >= 0x20, character != "\u{FFFD}" else {
      return "the byte 0x\(hexadecimal(bytes[index]))"
    }
    return "'\(character)'"
  }

  private func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}
