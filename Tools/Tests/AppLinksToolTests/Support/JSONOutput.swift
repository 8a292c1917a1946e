import JSONValues
import Testing

/// The JSON that the tool printed.
struct JSONOutput {
  let value: JSONValue
  private let text: String

  init(_ run: ToolRun, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(run.errors == [], sourceLocation: sourceLocation)
    #expect(run.code == 0, sourceLocation: sourceLocation)
    text = run.output
    value = try JSONValue(parsing: run.output, options: .init(refusesDuplicateNames: true))
  }

  subscript(name: String) -> JSONValue? { value[name] }

  /// The names of the outermost object, in the order of the text.
  var names: [String] { names(inObjectAt: 0) }

  /// The names of the object that follows a piece of text.
  func names(behind piece: String) -> [String] {
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
