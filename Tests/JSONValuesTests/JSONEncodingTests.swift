import Foundation
import JSONValues
import TestSupport
import Testing

@Suite struct JSONEncodingTests {
  @Test(
    arguments: [
      (nil, "null"), (true, "true"), (-5, "-5"), (1.0, "1.0"), (0.1, "0.1"),
      (1e300, "1e+300"),
      (.double(-0.0), "-0.0"), (.double(.leastNonzeroMagnitude), "5e-324"),
      ("https://e.com/é😀", "\"https://e.com/é😀\""),
      ("\"\\\n\r\t\u{8}\u{C}\u{1F}\0", #""\"\\\n\r\t\b\f\u001f\u0000""#),
      ([], "[]"), ([:], "{}"), (["b": 1, "a": [nil, 2], "": 3], #"{"":3,"a":[null,2],"b":1}"#),
    ] as [(JSONValue, String)]
  )
  func writesValuesCompactly(_ value: JSONValue, _ text: String) throws {
    #expect(try value.encoded() == text)
    #expect(try value.encodedBytes() == Array(text.utf8))
    #expect(value.description == text)
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test func sortsNamesByTheirBytes() throws {
    let value: JSONValue = ["é": 1, "z": 2, "Z": 3, "a": 4, "aa": 5, "😀": 6, "\u{FFFD}": 7]
    #expect(
      try value.encoded() == "{\"Z\":3,\"a\":4,\"aa\":5,\"z\":2,\"é\":1,\"\u{FFFD}\":7,\"😀\":6}"
    )
  }

  @Test func refusesNumbersThatAreNotFinite() {
    for number in [Double.nan, .infinity, -.infinity] {
      let value: JSONValue = ["a": 0, "list": [0, ["m": 0, "n": .double(number)]]]
      let error = #expect(throws: JSONEncodingError.self) { try value.encoded() }
      #expect(error?.code == .nonFiniteNumber)
      #expect(error?.path == "$.list[1].n")
      #expect(error?.description.hasPrefix("$.list[1].n is \(number)") == true)
      #expect(value.description.hasPrefix("(not JSON: "))
    }
  }

  @Test func limitsTheDepth() throws {
    func nested(_ depth: Int) -> JSONValue {
      (1..<depth).reduce(JSONValue.array([])) { inner, _ in .array([inner]) }
    }
    #expect(try nested(64).encoded().count == 128)
    let error = #expect(throws: JSONEncodingError.self) { try nested(65).encoded() }
    #expect(error?.code == .tooDeep)
    #expect(throws: JSONEncodingError.self) { try nested(257).encoded(maximumDepth: .max) }
    let wide: JSONValue = ["a": [], "b": [], "c": []]
    #expect(try wide.encoded(maximumDepth: 2) == #"{"a":[],"b":[],"c":[]}"#)
  }

  @Test func valuesOfTheGreatestDepthFitOnASmallStack() {
    let text = String(repeating: "[{\"a\":", count: 128) + "1" + String(repeating: "}]", count: 128)
    onSmallStack {
      do {
        let value = try JSONValue(parsing: text, maximumDepth: 256)
        #expect(try value.encoded(maximumDepth: 256) == text)
        let copy = try JSONValue(parsing: text, maximumDepth: 256)
        #expect(copy == value)
        #expect(copy.hashValue == value.hashValue)
      } catch {
        Issue.record(error)
      }
    }
  }
}
