import Foundation
import JSONValues
import Testing

@Suite struct JSONCodableTests {
  private func throughFoundation(_ value: JSONValue) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  @Test func survivesTheCodersOfFoundation() throws {
    let value: JSONValue = [
      "null": nil, "yes": true, "no": false, "zero": 0, "one": 1, "big": .integer(.max),
      "half": 0.5,
      "text": "é\"", "list": [1, [], [:], "x"], "object": ["a": ["b": nil]],
    ]
    #expect(try throughFoundation(value) == value)
  }

  @Test(arguments: ["18446744073709551615", "-99999999999999999999", "1e38"])
  func readsLargeIntegersLikeTheParser(_ digits: String) throws {
    let value = try JSONValue(parsing: "[\(digits)]")
    #expect(try JSONDecoder().decode(JSONValue.self, from: Data("[\(digits)]".utf8)) == value)
    #expect(try throughFoundation(value) == value)
  }

  @Test func isAPartOfCodableTypes() throws {
    struct Message: Codable, Equatable {
      var id: Int
      var extras: JSONValue
      var note: JSONValue?
    }
    let message = Message(id: 1, extras: ["a": [1.5]], note: nil)
    let copy = try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(message))
    #expect(copy == message)
  }
}
