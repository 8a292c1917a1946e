internal import Foundation

/// The JSON of integers and of strings without escapes: the values of most identifiers and counts.
///
/// The text is that of `JSONEncoder`, whose preparations take longer than such a value: without
/// them, a run of ten steps that return a number takes a twentieth less time
/// (`durable-bench profile one`).
enum PlainJSON {
  /// Returns the JSON of a value, or `nil` if `JSONEncoder` has to encode it.
  static func encode<Value: Encodable>(_ value: Value) -> Data? {
    if Value.self == Int.self, let number = value as? Int { return data(String(number)) }
    if Value.self == String.self, let text = value as? String, !text.utf8.contains(where: isEscaped)
    {
      return data("\"\(text)\"")
    }
    return nil
  }

  private static func data(_ text: String) -> Data {
    var text = text
    return text.withUTF8 { Data(buffer: $0) }
  }

  /// Returns a value from its JSON, or `nil` if `JSONDecoder` has to decode it.
  static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) -> Value? {
    if type == Int.self { return decodeInt(data) as? Value }
    if type == String.self { return decodeString(data) as? Value }
    return nil
  }

  private static func decodeInt(_ data: Data) -> Int? {
    // Without spaces, leading zeros, or a fraction; short enough not to overflow.
    let digits = data.first == UInt8(ascii: "-") ? data.dropFirst() : data
    guard let first = digits.first, digits.count <= 18 else { return nil }
    if first == UInt8(ascii: "0"), data.count > 1 { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return digits.count == data.count ? number : -number
  }

  private static func decodeString(_ data: Data) -> String? {
    let quote = UInt8(ascii: "\"")
    guard data.count >= 2, data.first == quote, data.last == quote else { return nil }
    let text = data.dropFirst().dropLast()
    return text.contains(where: isEscaped) ? nil : String(decoding: text, as: UTF8.self)
  }

  /// Whether a string with this byte is left to Foundation.
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }
}
