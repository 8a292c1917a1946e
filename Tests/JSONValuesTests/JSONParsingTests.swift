import Foundation
import JSONValues
import Testing

@Suite struct JSONParsingTests {
  @Test(
    arguments: [
      ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("-7", -7),
      ("1.0", 1.0), ("1e2", 100.0), ("-0", .double(-0.0)), ("0.1", 0.1), ("1E-2", 0.01),
      ("2.5e+1", 25.0),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("\"\"", ""), ("\"a\"", "a"), ("[]", []), ("{}", [:]), (" [ 1 , [ ] ] ", [1, []]),
      ("\t{\"a\" : {\"b\":[1,2]} }\r\n", ["a": ["b": [1, 2]]]),
    ] as [(String, JSONValue)]
  )
  func readsValuesOfEachKind(_ text: String, _ value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
    (#""a\ud83d\ude00z""#, "a😀z"), (#""\ud800\udc00\udbff\udfff""#, "\u{10000}\u{10FFFF}"),
    (#""\u0000""#, "\0"),
    ("\"é😀\u{7F}\u{2028}\"", "é😀\u{7F}\u{2028}"),
  ])
  func readsEscapesInStrings(_ text: String, _ value: String) throws {
    #expect(try JSONValue(parsing: text) == .string(value))
  }

  @Test func keepsTheSignOfZero() throws {
    #expect(try JSONValue(parsing: "-0").doubleValue?.sign == .minus)
  }

  @Test(arguments: [
    ("9223372036854775808", 0x1p63, "9.223372036854776e+18"),
    ("-9223372036854775809", -0x1p63, "-9.223372036854776e+18"),
    ("18446744073709551615", 0x1p64, "1.8446744073709552e+19"),
    ("123456789012345678901234567890", 123456789012345678901234567890.0, "1.2345678901234568e+29"),
  ])
  func roundsIntegersBeyondInt64(_ digits: String, _ number: Double, _ text: String) throws {
    let value = try JSONValue(parsing: digits)
    #expect(value == .double(number))
    #expect(value.intValue == nil)
    #expect(try value.encoded() == text)
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test func refusesIntegersBeyondDouble() throws {
    let digits = "[1\(String(repeating: "0", count: 309))]"
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: digits) }
    #expect(error?.code == .numberOutOfRange)
    #expect(error?.offset == 1)
  }

  @Test func readsBytesOfAnyKind() throws {
    #expect(try JSONValue(parsing: Data("[1]".utf8)) == [1])
    #expect(try JSONValue(parsing: [0x5B, 0x31, 0x5D]) == [1])
    #expect(try JSONValue(parsing: "xx[1]".utf8.dropFirst(2)) == [1])
  }

  @Test func takesTheLastOfEqualNames() throws {
    #expect(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
  }

  @Test func refusesEqualNamesWhereTheOptionsDo() throws {
    let options = JSONParsingOptions(refusesDuplicateNames: true)
    let error = #expect(throws: JSONParseError.self) {
      try JSONValue(parsing: #"{"a":1,"\u0061":3}"#.utf8, options: options)
    }
    #expect(error?.code == .duplicateKey)
    #expect(error?.column == 8)
    let apart = try JSONValue(parsing: #"[{"a":1},{"a":1}]"#.utf8, options: options)
    #expect(apart == [["a": 1], ["a": 1]])
  }

  @Test(arguments: ["1", "\"a\"", "null", "true"])
  func refusesFragmentsWhereTheOptionsDo(_ text: String) throws {
    let options = JSONParsingOptions(allowsFragments: false)
    let error = #expect(throws: JSONParseError.self) {
      try JSONValue(parsing: text.utf8, options: options)
    }
    #expect(error?.code == .unexpectedText)
    #expect(error?.description.contains("expected '{' or '[' but found") == true)
    #expect(try JSONValue(parsing: " [\(text)]".utf8, options: options).arrayValue?.count == 1)
  }

  @Test func limitsTheDepth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue(parsing: nested(64))
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: nested(65)) }
    #expect(error?.code == .tooDeep)
    #expect(error?.offset == 64)

    #expect(try JSONValue(parsing: "[1,2]", maximumDepth: 1) == [1, 2])
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[{}]", maximumDepth: 1) }
    #expect(throws: JSONParseError.self) {
      try JSONValue(parsing: "[{}]".utf8, maximumDepth: 1)
    }
    #expect(try JSONValue(parsing: "1", maximumDepth: -1) == 1)
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[]", maximumDepth: -1) }
    _ = try JSONValue(parsing: nested(256), maximumDepth: .max)
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: nested(257), maximumDepth: .max) }
  }
}
