package import Foundation

/// Decides what text is a URL, in the same way on every platform.
///
/// Foundation's own parser repairs illegal text by escaping it, differently from release to release, so
/// "not a url" may be a URL. Here text is refused if it holds an ASCII character that no URL may hold.
/// Characters beyond ASCII pass, and get escaped, because real pages have them.
package enum URLText {
  /// The URL that the text is, absolute or relative, or `nil` if it is none.
  package static func parse(_ text: String) -> URL? {
    isLegal(text.utf8) ? URL(string: text) : nil
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
