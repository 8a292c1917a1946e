import JSONValues
import Testing

/// Arrays and objects of which parts are stored before they are complete.
@Suite struct JSONLongContainerTests {
  private static let counts = [0, 1, 1023, 1024, 1025, 2048, 5000, 70_000]

  @Test(arguments: counts) func keepsTheOrderOfElements(count: Int) throws {
    let text = "[" + (0..<count).map { "\($0)" }.joined(separator: ",") + "]"
    let value = try JSONValue(parsing: text)
    #expect(value == .array((0..<count).map { .integer(Int64($0)) }))
  }

  @Test(arguments: counts) func keepsAllMembers(count: Int) throws {
    let text = "{" + (0..<count).map { #""\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    let value = try JSONValue(parsing: text)
    let members = (0..<count).map { ("\($0)", JSONValue.integer(Int64($0))) }
    #expect(value == .object(Dictionary(uniqueKeysWithValues: members)))
  }

  @Test(arguments: counts) func keepsTheOrderOfMembersWithPlaces(count: Int) throws {
    let text = "{" + (0..<count).map { #""\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    let members = try #require(try JSONNode(parsing: Array(text.utf8)).members)
    #expect(members.map(\.name) == (0..<count).map { "\($0)" })
    #expect(members.allSatisfy { $0.value.content == .scalar(.integer(Int64($0.name) ?? -1)) })
  }

  /// The elements of the inner arrays wait above those of the outer one.
  @Test func nestsLongArrays() throws {
    let numbers = (0..<1500).map { "\($0)" }.joined(separator: ",")
    let text = "[\(numbers),[{\"a\":[\(numbers)]},1],\(numbers),[\(numbers)]]"
    let elements = (0..<1500).map { JSONValue.integer(Int64($0)) }
    let inner: JSONValue = [["a": .array(elements)], 1]
    let value = try JSONValue(parsing: text)
    #expect(value == .array(elements + [inner] + elements + [.array(elements)]))
  }

  @Test(arguments: [1, 1023, 1024, 3000]) func usesTheLastMemberWithAName(count: Int) throws {
    let others = (0..<count).map { #""\#($0)":0"# }.joined(separator: ",")
    let value = try JSONValue(parsing: #"{"a":1,"a":2,\#(others),"a":3,"0":4}"#)
    #expect(value["a"] == 3)
    #expect(value["0"] == 4)
    #expect(value.objectValue?.count == count + 1)
  }

  @Test(arguments: [1, 1023, 1024, 3000]) func refusesANameThatOccurredLongBefore(count: Int) {
    let others = (0..<count).map { #""\#($0)":0"# }.joined(separator: ",")
    let text = #"{"a":1,\#(others),"a":3}"#
    let error = #expect(throws: JSONParseError.self) {
      try JSONValue(parsing: text.utf8, options: JSONParsingOptions(refusesDuplicateNames: true))
    }
    #expect(error?.code == .duplicateKey)
    #expect(error?.offset == text.utf8.count - 6)
  }

  /// Names that are kept for later objects, many of which have the same place.
  @Test func tellsLongNamesApart() throws {
    let names =
      (0..<3000).map { "a long name, number \($0 % 700), of a member" } + [
        "ä long näme of ä member"
      ]
    let text = "[" + names.map { #"{"\#($0)":null}"# }.joined(separator: ",") + "]"
    let value = try JSONValue(parsing: text)
    #expect(value == .array(names.map { [$0: .null] }))
  }

  @Test func refusesALongNameThatIsNotUTF8() {
    let text =
      Array(#"{"a long name, which ends with a byte "#.utf8) + [0xFF] + Array(#"":1}"#.utf8)
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
    #expect(error?.code == .invalidUnicode)
    #expect(error?.offset == text.count - 5)
  }

  @Test func parsesBytesThatAreNotInOnePiece() throws {
    let text = #"{"a":[1,2,3]}"#
    var bytes = text.utf8.makeIterator()
    let pieces = AnySequence { AnyIterator { bytes.next() } }
    #expect(try JSONValue(parsing: pieces) == ["a": [1, 2, 3]])
  }

  @Test(arguments: [
    ("999999999999999999", JSONValue.integer(999_999_999_999_999_999)),
    ("-999999999999999999", .integer(-999_999_999_999_999_999)),
    ("9223372036854775807", .integer(.max)),
    ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .double(9_223_372_036_854_775_808)),
    ("0", 0), ("-0", .double(-0.0)), ("-1", -1),
  ])
  func parsesIntegersOfAnyLength(text: String, value: JSONValue) throws {
    let parsed = try JSONValue(parsing: text)
    #expect(parsed == value)
    #expect(parsed.doubleValue?.sign == value.doubleValue?.sign)
  }
}
