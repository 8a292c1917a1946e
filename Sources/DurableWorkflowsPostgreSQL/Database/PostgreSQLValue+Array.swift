#if PostgreSQL
internal import Foundation

extension PostgreSQLValue {
  /// Returns the text form of an array, for a parameter such as `$1::bigint[]`.
  ///
  /// - Parameter elements: The elements.
  /// - Returns: A text such as `{"1","2",NULL}`.
  public static func array(_ elements: some Sequence<PostgreSQLValue>) -> PostgreSQLValue {
    var text: [UInt8] = [UInt8(ascii: "{")]
    for element in elements {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      switch element {
      case .null: text += "NULL".utf8
      case .boolean(let value): text.append(UInt8(ascii: value ? "t" : "f"))
      case .integer(let value): text += String(value).utf8
      case .text(let value): quote(value, in: &text)
      case .bytes(let value):
        // Two backslashes, because the first one escapes the second.
        text += #""\\x"#.utf8
        Hexadecimal.append(value, to: &text)
        text.append(UInt8(ascii: "\""))
      }
    }
    text.append(UInt8(ascii: "}"))
    return .text(String(decoding: text, as: UTF8.self))
  }

  private static func quote(_ value: String, in text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        text.append(UInt8(ascii: "\\"))
      }
      text.append(byte)
    }
    text.append(UInt8(ascii: "\""))
  }
}

/// The text form of bytes.
enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  static func text(_ bytes: Data) -> String {
    var text = Array(#"\x"#.utf8)
    append(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  static func append(_ bytes: Data, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + 2 * bytes.count + 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
  }
}
#endif
