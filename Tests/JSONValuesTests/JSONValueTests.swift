import JSONValues
import Testing

@Suite struct JSONValueTests {
  private let value: JSONValue = [
    "null": nil, "yes": true, "int": 3, "double": 2.5, "text": "a\(1)", "list": [1, 2],
  ]

  @Test func givesItsContent() {
    #expect(value["null"]?.isNull == true)
    #expect(value["yes"]?.boolValue == true)
    #expect(value["int"]?.intValue == 3)
    #expect(value["int"]?.doubleValue == 3)
    #expect(value["double"]?.doubleValue == 2.5)
    #expect(value["text"]?.stringValue == "a1")
    #expect(value["list"]?.arrayValue == [1, 2])
    #expect(value["list"]?[1] == 2)
    #expect(value.objectValue?.count == 6)
  }

  @Test func givesNothingOfAnotherKind() {
    #expect(value["missing"] == nil)
    #expect(value[0] == nil)
    #expect(value["list"]?[2] == nil)
    #expect(value["list"]?[-1] == nil)
    #expect(value["list"]?["a"] == nil)
    #expect(value["int"]?.boolValue == nil)
    #expect(value["yes"]?.intValue == nil)
    #expect(value["double"]?.intValue == nil)
    #expect(value["text"]?.doubleValue == nil)
    #expect(value["null"]?.stringValue == nil)
    #expect(value["null"]?.arrayValue == nil)
    #expect(value["null"]?.objectValue == nil)
  }

  @Test func tellsIntegersFromOtherNumbers() {
    #expect(JSONValue.integer(1) != .double(1))
    #expect(JSONValue.string("1") != .integer(1))
    #expect(Set<JSONValue>([1, 1.0, "1", true, nil]).count == 5)
  }

  @Test func largeIntegersAreOnlyThose() {
    #expect(JSONValue.BigInteger("9223372036854775807") == nil)
    #expect(JSONValue.BigInteger("9223372036854775808")?.uint64 == 9_223_372_036_854_775_808)
    #expect(JSONValue.BigInteger("-9223372036854775809")?.uint64 == nil)
    #expect(
      JSONValue.BigInteger("18446744073709551616")?.nearestDouble == 18_446_744_073_709_551_616
    )
    for wrong in [
      "", "-", "1", "09223372036854775808", "+9223372036854775808", "9223372036854775808.0", "x",
    ] {
      #expect(JSONValue.BigInteger(wrong) == nil)
    }
    let large = JSONValue.BigInteger("9223372036854775808").map { JSONValue.bigInteger($0) }
    #expect(large?.doubleValue == 0x1p63)
    #expect(large?.intValue == nil)
  }
}
