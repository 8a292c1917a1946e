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

  @Test func takesTheLastOfEqualNamesInALiteral() {
    #expect(["a": 1, "b": 2, "a": 3] as JSONValue == ["a": 3, "b": 2])
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
}
