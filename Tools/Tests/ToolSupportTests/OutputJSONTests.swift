import JSONValues
import Testing
import ToolSupport

@Suite struct OutputJSONTests {
  @Test func aValueIsOnOneLineIfItFits() {
    let json = OutputJSON.object([
      "b": .list([OutputJSON("x"), OutputJSON(1), .value(nil)]),
      "a": .value(["z": 1, "y": ["long text"]]),
      "empty": .list([]),
    ])
    #expect(
      json.rendered(width: 80)
        == #"{"b": ["x", 1, null], "a": {"y": ["long text"], "z": 1}, "empty": []}"# + "\n"
    )
    #expect(
      json.rendered(width: 24) == """
        {
          "b": ["x", 1, null],
          "a": {
            "y": ["long text"],
            "z": 1
          },
          "empty": []
        }

        """
    )
  }

  @Test(arguments: [1, 20, 40, 80])
  func theValueDoesNotDependOnTheWidth(width: Int) throws {
    let value: JSONValue = [
      "a": [1, 2.5, true, nil, "x\"\\\n\u{1B}\u{7F}\u{9B}\u{202E}é😀\u{E0001}"], "b": [:], "c": [[]],
      "\u{85}": ["d": ["e": "f"]],
    ]
    let text = OutputJSON.value(value).rendered(width: width)
    #expect(try JSONValue(parsing: text) == value)
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable })
  }
}
