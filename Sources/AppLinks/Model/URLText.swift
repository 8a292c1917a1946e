package import Foundation

/// Decides what text is a URL, in the same way on every platform.
///
/// Foundation's own parser repairs illegal text by escaping it, differently from release to release, so
/// "not a url" may be a URL. Here text is refused if it holds an ASCII character that no URL may hold.
/// Characters beyond ASCII pass, and get escaped, because real pages have them. That is done here, too:
/// where Foundation has something to escape, it escapes the `%` of what is escaped already.
package enum URLText {
  /// The URL that the text is, absolute or relative, or `nil` if it is none.
  package static func parse(_ text: String) -> URL? {
    isLegal(text.utf8) ? URL(string: escaped(text)) : nil
  }

  /// The URL that the text is in a document of a URL, or `nil` if it is none.
  package static func parse(_ text: String, relativeTo base: URL) -> URL? {
    isLegal(text.utf8) ? URL(string: escaped(text), relativeTo: base)?.absoluteURL : nil
  }

  /// The text with escapes instead of what Foundation would escape, but for the authority.
  ///
  /// Names of hosts have an encoding of their own, which is left to Foundation.
  package static func escaped(_ text: String) -> String {
    let parts = URLParts(text)
    if !needsEscapes(parts.path), !needsEscapes(parts.query), !needsEscapes(parts.fragment) {
      return text
    }
    var result = parts.scheme.map { $0 + ":" } ?? ""
    result += parts.authority.map { "//" + $0 } ?? ""
    result += escapedPart(parts.path)
    result += parts.query.map { "?" + escapedPart($0) } ?? ""
    result += parts.fragment.map { "#" + escapedPart($0) } ?? ""
    return result
  }

  private static func needsEscapes(_ part: String?) -> Bool {
    part?.utf8.contains(where: needsEscape) == true
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x80..., UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "#"): true
    default: false
    }
  }

  private static func escapedPart(_ part: String) -> String {
    var result: [UInt8] = []
    for byte in part.utf8 {
      if needsEscape(byte) {
        PercentCoding.append(escaped: byte, to: &result)
      } else {
        result.append(byte)
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
