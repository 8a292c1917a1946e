import Foundation
import JSONValues
import Testing

@Suite struct JSONCodableTests {
  private func throughFoundation(_ value: JSONValue) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  @Test func survivesFoundation() throws {
    let value: JSONValue = [
      "null": nil, "yes": true, "no": false, "zero": 0, "one": 1, "big": .integer(.max),
      "half": 0.5,
      "text": "é\"", "list": [1, [], [:], "x"], "object": ["a": ["b": nil]],
    ]
    #expect(try throughFoundation(value) == value)
  }

  @Test(arguments: [
    "18446744073709551615", "-99999999999999999999", "12345678901234567890123456789012345678",
    "-12345678901234567890123456789012345678", "99999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999", "10000000000000000000000000000000000000",
  ])
  func keepsLargeIntegers(_ digits: String) throws {
    let value = JSONValue.bigInteger(try #require(JSONValue.BigInteger(digits)))
    #expect(try throughFoundation([value]) == [value])
  }

  @Test func refusesIntegersThatNoEncoderCanTake() throws {
    let digits = String(repeating: "9", count: 39)
    let value = JSONValue.bigInteger(try #require(JSONValue.BigInteger(digits)))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode([value]) }
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
