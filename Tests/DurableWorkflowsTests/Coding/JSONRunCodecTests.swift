import DurableWorkflows
import Foundation
import Testing

/// Integers and plain strings need no coder of Foundation, and have the same text.
@Suite struct JSONRunCodecTests {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  private let codec = JSONRunCodec()

  @Test(arguments: [0, 1, -1, 10, 42, -42, 999_999_999_999_999_999, .max, .min])
  func anIntegerIsTheSameTextAsFoundations(_ number: Int) throws {
    let data = try codec.encode(number)
    #expect(data == (try Self.encoder.encode(number)))
    #expect(try codec.decode(Int.self, from: data) == number)
  }

  @Test func aStringOfEachCharacterIsTheSameTextAsFoundations() throws {
    let scalars = (0...0x2FF).compactMap(Unicode.Scalar.init) + ["\u{2028}", "\u{FEFF}", "😀"]
    for text in scalars.map({ "a\($0)/" }) + ["", "order-17", "\r\n", "e\u{301}"] {
      let data = try codec.encode(text)
      #expect(data == (try Self.encoder.encode(text)), "\(text.unicodeScalars.map(\.value))")
      #expect(
        try codec.decode(String.self, from: data).unicodeScalars.elementsEqual(text.unicodeScalars)
      )
    }
  }

  @Test(arguments: [
    "1", "-1", "0", "-0", "12", " 12", "12 ", "1.0", "1e2", "9223372036854775807", "01", "-", "",
    "1.5", "9223372036854775808", "1 2", "+1", "0x1", "true", "\"1\"", "null", "--1", "1-", "-01",
  ])
  func anIntegerIsReadAsFoundationReadsIt(_ text: String) {
    expectTheReadingOfFoundation(text, as: Int.self)
  }

  @Test(arguments: [
    #""""#, #""a""#, #""a b/c""#, #""a"b""#, #""\n\u0041\"""#, #" "a" "#, "\"a\nb\"", "\"\u{7F}\"",
    "\"é\"",
    "\"", "a", "1", "null", "\"a", "a\"", #""\""#, #""a"""#,
  ])
  func aStringIsReadAsFoundationReadsIt(_ text: String) {
    expectTheReadingOfFoundation(text, as: String.self)
  }

  @Test func anotherTypeIsLeftToFoundation() throws {
    let date = Date(timeIntervalSince1970: 1.5)
    #expect(String(decoding: try codec.encode(date), as: UTF8.self) == "1500")
    #expect(try codec.decode(Date.self, from: Data("1500".utf8)) == date)
    #expect(
      String(decoding: try codec.encode(["b": 1, "a": 2]), as: UTF8.self) == #"{"a":2,"b":1}"#
    )
    #expect(String(decoding: try codec.encode(Int?.none), as: UTF8.self) == "null")
    #expect(try codec.decode(Int?.self, from: Data("7".utf8)) == 7)
    #expect(throws: DecodingError.self) { try codec.decode(Int8.self, from: Data("300".utf8)) }
  }

  private func expectTheReadingOfFoundation<Value: Codable & Equatable>(
    _ text: String,
    as type: Value.Type
  ) {
    let data = Data(text.utf8)
    let expected = try? JSONDecoder().decode(type, from: data)
    #expect((try? codec.decode(type, from: data)) == expected)
    // A part of other data, whose indices do not begin at zero.
    let part = Data("##\(text)".utf8).dropFirst(2)
    #expect((try? codec.decode(type, from: part)) == expected)
  }

  @Test func numbersThatAreNotFiniteAreStringsIfTheCodecSaysSo() throws {
    let values = [1.5, .infinity, -.infinity]
    #expect(throws: EncodingError.self) { try JSONRunCodec().encode(values) }
    let codec = JSONRunCodec(nonFiniteNumbers: .strings)
    let data = try codec.encode(values)
    #expect(String(decoding: data, as: UTF8.self) == #"[1.5,"Infinity","-Infinity"]"#)
    #expect(try JSONRunCodec().decode([Double].self, from: data) == values)
    let nan = try codec.decode([Double].self, from: codec.encode([Double.nan]))
    #expect(nan.map(\.isNaN) == [true])
    #expect(try codec.encode(7) == Data("7".utf8))
  }
}
