package import Foundation

/// A parser that decides which text is a URL, identically on every platform.
///
/// Foundation's parser repairs illegal text by escaping it, differently from release to release, so
/// that "not a url" can be a URL. This parser rejects text with an ASCII character that a URL
/// cannot contain. Characters outside ASCII are accepted and escaped, because they occur in real
/// pages. The parser escapes them itself, because Foundation would also escape the `%` of existing
/// escapes.
package enum URLText {
  /// Returns the absolute or relative URL of a text, or `nil` if the text is not a URL.
  package static func parse(_ text: String) -> URL? {
    isLegal(text.utf8) ? URL(string: escaped(text)) : nil
  }

  /// Returns the URL of a text in a document, or `nil` if the text is not a URL.
  package static func parse(_ text: String, relativeTo base: URL) -> URL? {
    isLegal(text.utf8) ? URL(string: escaped(text), relativeTo: base)?.absoluteURL : nil
  }

  /// Returns the URL of a text after escaping all characters that a URL cannot contain, or `nil` if
  /// the result is not a URL.
  ///
  /// Browsers treat addresses in this way. Existing escapes remain unchanged.
  package static func repaired(_ text: String, relativeTo base: URL? = nil) -> URL? {
    URL(string: escaped(text, isLenient: true), relativeTo: base)?.absoluteURL
  }

  /// Returns text with escapes in place of all characters that Foundation would escape, except in
  /// the authority.
  ///
  /// Host names have their own encoding, which Foundation applies.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isLenient: Whether to escape characters that a URL cannot contain, and each `%` that does
  ///     not begin an escape.
  /// - Returns: Text in which Foundation escapes nothing except the authority.
  private static func escaped(_ text: String, isLenient: Bool = false) -> String {
    let parts = URLParts(text)
    func escaped(_ part: String) -> String { escapedPart(part, isLenient) }
    var result = parts.scheme.map { $0 + ":" } ?? ""
    result += parts.authority.map { "//" + $0 } ?? ""
    result += escaped(parts.path)
    result += parts.query.map { "?" + escaped($0) } ?? ""
    result += parts.fragment.map { "#" + escaped($0) } ?? ""
    return result
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x80..., UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "#"): true
    default: false
    }
  }

  private static func escapedPart(_ part: String, _ isLenient: Bool) -> String {
    let bytes = part.utf8
    func isBroken(_ index: String.Index) -> Bool {
      let digits = bytes[index...].dropFirst().prefix(2)
      return digits.count < 2 || !digits.allSatisfy(\.isASCIIHexDigit)
    }
    func needsEscape(_ index: String.Index) -> Bool {
      let byte = bytes[index]
      if self.needsEscape(byte) { return true }
      return isLenient
        && (isIllegal(byte) || byte == UInt8(ascii: "%") && isBroken(index))
    }
    guard bytes.indices.contains(where: needsEscape) else { return part }
    var result: [UInt8] = []
    for index in bytes.indices {
      if needsEscape(index) {
        PercentCoding.append(escaped: bytes[index], to: &result)
      } else {
        result.append(bytes[index])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isLegal(_ bytes: String.UTF8View) -> Bool {
    var escape = 0
    for byte in bytes {
      if escape > 0 {
        guard byte.isASCIIHexDigit else { return false }
        escape -= 1
      } else if byte == UInt8(ascii: "%") {
        escape = 2
      } else if isIllegal(byte) {
        return false
      }
    }
    return escape == 0 && !bytes.isEmpty
  }

  private static func isIllegal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F: true
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"),
      UInt8(ascii: "}"):
      true
    default: false
    }
  }
}
