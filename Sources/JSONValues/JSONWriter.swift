/// A writer of one JSON text.
struct JSONWriter {
  /// A component of the path to a part of the value.
  private enum Step {
    case name(String)
    case position(Int)
  }

  private(set) var bytes: [UInt8] = []

  private let maximumDepth: Int
  private var path: [Step] = []

  init(depth: Int) { maximumDepth = depth }

  mutating func write(_ value: JSONValue) throws(JSONEncodingError) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .integer(let value): append("\(value)")
    case .double(let value):
      guard value.isFinite else {
        throw error(
          .nonFiniteNumber,
          "is \(value), which JSON has no number for; use null or a string"
        )
      }
      append("\(value)")
    case .string(let value): writeString(value)
    case .array(let elements): try writeArray(elements)
    case .object(let members): try writeObject(members)
    }
  }

  private mutating func writeArray(_ elements: [JSONValue]) throws(JSONEncodingError) {
    try checkDepth()
    bytes.append(.openBracket)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(.comma) }
      path.append(.position(index))
      try write(element)
      path.removeLast()
    }
    bytes.append(.closeBracket)
  }

  private mutating func writeObject(_ members: [String: JSONValue]) throws(JSONEncodingError) {
    try checkDepth()
    bytes.append(.openBrace)
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (index, (name, value)) in sorted.enumerated() {
      if index > 0 { bytes.append(.comma) }
      path.append(.name(name))
      writeString(name)
      bytes.append(.colon)
      try write(value)
      path.removeLast()
    }
    bytes.append(.closeBrace)
  }

  private mutating func writeString(_ text: String) {
    bytes.append(.quote)
    for byte in text.utf8 {
      switch byte {
      case .quote, .backslash: bytes += [.backslash, byte]
      case 0x08: append("\\b")
      case 0x09: append("\\t")
      case 0x0A: append("\\n")
      case 0x0C: append("\\f")
      case 0x0D: append("\\r")
      case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: bytes.append(byte)
      }
    }
    bytes.append(.quote)
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private func checkDepth() throws(JSONEncodingError) {
    if path.count < maximumDepth { return }
    throw error(
      .tooDeep,
      "is inside of \(path.count) arrays and objects, and \(maximumDepth) are allowed"
    )
  }

  private func error(_ code: JSONEncodingError.Code, _ detail: String) -> JSONEncodingError {
    let text = path.map { step in
      switch step {
      case .name(let name): ".\(name)"
      case .position(let position): "[\(position)]"
      }
    }
    return JSONEncodingError(code: code, path: "$" + text.joined(), detail: detail)
  }
}
