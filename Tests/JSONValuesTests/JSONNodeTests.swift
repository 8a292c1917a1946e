import JSONValues
import TestSupport
import Testing

@Suite struct JSONNodeTests {
  @Test func everyPartKnowsItsPlace() throws {
    let node = try JSONNode(parsing: Array(#" {"a": [true, "x"], "é": {}, "a": null}"#.utf8))
    let members = try #require(node.members)
    #expect(node.offset == 1)
    #expect(members.map(\.name) == ["a", "é", "a"])
    #expect(members.map(\.offset) == [2, 20, 30])
    #expect(members.map(\.value.offset) == [7, 26, 35])
    #expect(members[0].value.elements?.map(\.offset) == [8, 14])
    #expect(members[0].value.elements?[0].boolValue == true)
    #expect(members[0].value.elements?[1].stringValue == "x")
    #expect(members[1].value.members == [])
    #expect(node.value == ["a": nil, "é": [:]])
  }

  @Test(arguments: PropertySeed.seeds(300, of: "values"))
  func theValueIsTheOneThatIsParsedWithoutPlaces(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let text = try JSONValue.random(&random).encoded()
    #expect(try JSONNode(parsing: Array(text.utf8)).value == JSONValue(parsing: text), "\(text)")
  }

  @Test(arguments: ["", "{", #"{"a"}"#, "[1,]", #""\u12"#, "[[[]]]", "{} x"])
  func theErrorIsTheSame(_ text: String) {
    let error = #expect(throws: JSONParseError.self) {
      _ = try JSONNode(parsing: Array(text.utf8), maximumDepth: 2)
    }
    let other = #expect(throws: JSONParseError.self) {
      _ = try JSONValue(parsing: text, maximumDepth: 2)
    }
    #expect(error == other)
  }
}
