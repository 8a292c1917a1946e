import JSONValues
import Testing

@Suite struct JSONParseErrorTests {
  /// The complaint about a text that is not JSON.
  private func complaint(_ bytes: some Sequence<UInt8>) -> JSONParseError? {
    do {
      _ = try JSONValue(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", "line 1, column 1: expected a value but found the end of the text"),
    ("{\"a\": 01}", "line 1, column 8: expected ',' or '}' but found '1'"),
    ("-01", "line 1, column 3: expected the end of the text but found '1'"),
    ("[1,\n 2,]", "line 2, column 4: expected a value but found ']'"),
    ("[1", "line 1, column 3: expected ',' or ']' but found the end of the text"),
    ("{", "line 1, column 2: expected a name in quotes or '}' but found the end of the text"),
    ("{a:1}", "line 1, column 2: expected a name in quotes or '}' but found 'a'"),
    ("{\"a\":1,}", "line 1, column 8: expected a name in quotes but found '}'"),
    ("{\"a\" 1}", "line 1, column 6: expected ':' but found '1'"),
    ("[1] x", "line 1, column 5: expected the end of the text but found 'x'"),
    ("nulL", "line 1, column 4: expected 'null' but found 'L'"),
    ("NaN", "line 1, column 1: expected a value but found 'N'"),
    ("+1", "line 1, column 1: expected a value but found '+'"),
    ("-", "line 1, column 2: expected a digit but found the end of the text"),
    ("1.", "line 1, column 3: expected a digit after the point but found the end of the text"),
    ("1.e2", "line 1, column 3: expected a digit after the point but found 'e'"),
    ("1e+", "line 1, column 4: expected a digit of the exponent but found the end of the text"),
    ("'a'", "line 1, column 1: expected a value but found '''"),
    ("/*c*/1", "line 1, column 1: expected a value but found '/'"),
    ("\u{FEFF}1", "line 1, column 1: expected a value but found a byte order mark"),
    ("\u{B}1", "line 1, column 1: expected a value but found the byte 0x0B"),
    ("\u{C}1", "line 1, column 1: expected a value but found the byte 0x0C"),
    ("\u{A0}1", "line 1, column 1: expected a value but found '\u{A0}'"),
    (
      "\"é\u{1}\"",
      #"line 1, column 3: expected a character of a string; control characters "#
        + #"need an escape but found the byte 0x01"#
    ),
    (
      "\"a",
      "line 1, column 3: expected the rest of a string and '\"' but found the end of the text"
    ),
    (
      #""\x""#,
      #"line 1, column 3: expected one of " \ / b f n r t u after the backslash but found 'x'"#
    ),
    (#""\u12G4""#, #"line 1, column 6: expected four hexadecimal digits after \u but found 'G'"#),
    (#""\ud83d""#, "line 1, column 2: expected both halves of a surrogate pair but found one half"),
    (
      #""\ude00\ud83d""#,
      "line 1, column 2: expected both halves of a surrogate pair but found one half"
    ),
    (
      #""\ud83d\u0041""#,
      "line 1, column 2: expected both halves of a surrogate pair but found one half"
    ),
    (
      "1e999",
      "line 1, column 1: expected a number between -1.8e308 and 1.8e308 "
        + "but found a number out of range"
    ),
  ])
  func saysWhatIsWrongAndWhere(_ text: String, _ message: String) {
    #expect(complaint(text.utf8)?.description == message)
  }

  @Test(
    arguments: [
      ([0x22, 0x61, 0xFF, 0x22], 2, "0xFF"),  // a byte of no character
      ([0x22, 0xC3, 0xA9, 0xC3, 0x22], 3, "0xC3"),  // cut short
      ([0x22, 0xC0, 0xAF, 0x22], 1, "0xC0"),  // overlong
      ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, "0xED"),  // a surrogate
      ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, "0xF4"),  // beyond Unicode
    ] as [([UInt8], Int, String)]
  )
  func refusesBytesThatAreNotUTF8(_ bytes: [UInt8], _ offset: Int, _ byte: String) {
    let error = complaint(bytes)
    #expect(error?.code == .invalidUnicode)
    #expect(error?.offset == offset)
    #expect(error?.description.hasSuffix("expected UTF-8 but found the byte \(byte)") == true)
  }

  @Test func countsColumnsInScalarsAndOffsetsInBytes() {
    let error = complaint("[\"é😀\", x]".utf8)
    #expect(error?.line == 1)
    #expect(error?.column == 8)
    #expect(error?.offset == 11)
  }

  @Test func everyPrefixOfATextIsRefusedWithoutATrap() throws {
    let bytes = Array(#"{"a":[1,-2.5e-3,"x\ud83d\ude00é",true,null],"b":{"c":""}}"#.utf8)
    for length in 0..<bytes.count { #expect(complaint(bytes[..<length]) != nil) }
    #expect(complaint(bytes) == nil)
  }
}
