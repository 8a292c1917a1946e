package import Foundation

/// Decides what text is a URL, in the same way on every platform.
///
/// Foundation's own parser repairs illegal text by escaping it, differently from release to
/// release, so "not a url" may be a URL. Here text is refused if it holds an ASCII character that
/// no URL may hold. Characters beyond ASCII pass, and get escaped, because real pages have them.
/// That is done here, too: where Foundation has something to escape, it escapes the `%` of what is
/// escaped already.
package enum URLText {
  /// The URL that the text is, absolute or relative, or `nil` if it is none.
  package static func parse(_ text: String) -> URL? {
    isLegal(text.utf8) ? URL(string: escaped(text)) : nil
  }

  /// The URL that the text is in a document of a URL, or `nil` if it is none.
  package static func parse(_ text: String, relativeTo base: URL) -> URL? {
    isLegal(text.utf8) ? URL(string: escaped(text), relativeTo: base)?.absoluteURL : nil
  }

  /// The URL that the text is once everything is escaped that no URL may hold, or `nil` if it is
  /// none then.
  ///
  /// That is what browsers do with the addresses they are given. What is escaped already stays as
  /// it is.
  package static func repaired(_ text: String, relativeTo base: URL? = nil) -> URL? {
    URL(string: escaped(text, isLenient: true), relativeTo: base)?.absoluteURL
  }

  /// The text with escapes instead of what Foundation would escape, but for the authority.
  ///
  /// Names of hosts have an encoding of their own, which is left to Foundation.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isLenient: Whether to escape what no URL may hold, too, and each `%` that begins no
  ///     escape.
  /// - Returns: The text, in which Foundation has nothing to escape but the authority.
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
