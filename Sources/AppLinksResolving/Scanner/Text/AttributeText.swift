/// The conversion of an attribute's text in a page to its value.
package enum AttributeText {
  /// Returns the value: line endings become line feeds, NUL is replaced, and character references
  /// are decoded.
  package static func value(of text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0 || $0 == 0x0D }) else {
      return text
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "&"):
        at += CharacterReference.read(bytes, at, into: &output)
        continue
      case 0:
        output.append(contentsOf: "\u{FFFD}".utf8)
      case 0x0D:
        output.append(0x0A)
        if at + 1 < bytes.count, bytes[at + 1] == 0x0A { at += 1 }
      default:
        output.append(byte)
      }
      at += 1
    }
    return String(decoding: output, as: UTF8.self)
  }
}
