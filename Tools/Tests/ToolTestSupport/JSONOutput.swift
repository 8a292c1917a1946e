package import JSONValues
package import Testing

/// The JSON that a tool printed.
package struct JSONOutput {
  package let value: JSONValue
  private let text: String

  package init(_ run: ToolRun, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(run.errors == [], sourceLocation: sourceLocation)
    #expect(run.code == 0, sourceLocation: sourceLocation)
    text = run.output
    value = try Self.value(of: run.output, sourceLocation: sourceLocation)
  }

  /// Parses a text, and expects that each object in it has each name once.
  package static func value(
    of text: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> JSONValue {
    let value = try JSONValue(parsing: text)
    #expect(
      colonCount(of: text) == memberCount(of: value),
      "an object has a name twice",
      sourceLocation: sourceLocation
    )
    return value
  }

  /// The number of colons outside strings, one for each member.
  private static func colonCount(of text: String) -> Int {
    var count = 0
    var isInString = false
    var isEscaped = false
    for byte in text.utf8 {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInString
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: ":") where !isInString: count += 1
      default: break
      }
    }
    return count
  }

  /// The number of members of all objects in a value.
  private static func memberCount(of value: JSONValue) -> Int {
    switch value {
    case .object(let members): members.values.reduce(members.count) { $0 + memberCount(of: $1) }
    case .array(let elements): elements.reduce(0) { $0 + memberCount(of: $1) }
    default: 0
    }
  }

  package subscript(name: String) -> JSONValue? { value[name] }

  /// The names of the outermost object, in the order of the text.
  package var names: [String] { names(inObjectAt: 0) }

  /// The names of the object that follows a piece of text.
  package func names(behind piece: String) -> [String] {
    guard let range = text.utf8.firstRange(of: Array(piece.utf8)) else { return [] }
    let bytes = Array(text.utf8)
    let start = text.utf8.distance(from: text.utf8.startIndex, to: range.upperBound)
    return bytes[start...].firstIndex(of: UInt8(ascii: "{")).map(names(inObjectAt:)) ?? []
  }

  /// The names of an object, found by counting brackets outside strings.
  private func names(inObjectAt start: Int) -> [String] {
    var names: [String] = []
    var depth = 0
    var string: [UInt8]?
    var isEscaped = false
    var last = ""
    for byte in Array(text.utf8)[start...] {
      if let current = string {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          last = String(decoding: current, as: UTF8.self)
          string = nil
          continue
        }
        string?.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): string = []
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return names }
      case UInt8(ascii: ":") where depth == 1: names.append(last)
      default: break
      }
    }
    return names
  }
}
