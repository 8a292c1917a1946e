package import JSONValues

/// JSON for printing, with members in a given order and without characters that control a terminal.
package enum OutputJSON {
  case value(JSONValue)
  case list([OutputJSON])
  case members([Part])

  /// An element, or a member with its name.
  package struct Part {
    let name: String?
    let value: OutputJSON

    package init(name: String?, value: OutputJSON) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a string or `null`.
  package init(_ text: String?) { self = .value(text.map { .string($0) } ?? .null) }

  /// Creates an integer or `null`.
  package init(_ number: Int?) { self = .value(number.map { .integer(Int64($0)) } ?? .null) }

  /// Creates a Boolean.
  package init(_ flag: Bool) { self = .value(.bool(flag)) }

  package static let null = OutputJSON.value(.null)

  /// Creates an object whose members are sorted by name, or `null`.
  package init(_ object: [String: JSONValue]?) {
    self = .value(object.map { .object($0) } ?? .null)
  }

  /// Creates an object with members in order.
  package static func object(_ members: KeyValuePairs<String, OutputJSON>) -> OutputJSON {
    .members(members.map { Part(name: $0.key, value: $0.value) })
  }

  /// Returns the JSON with a trailing line feed.
  ///
  /// A value is on one line if it fits. Otherwise each of its parts is on its own line, indented by
  /// two spaces.
  ///
  /// - Parameter width: The maximum number of bytes in a line that can be broken.
  /// - Returns: The text.
  /// - Complexity: O(*n*) in the length of the text, apart from sorting members and what indenting
  ///   adds.
  package func rendered(width: Int = 100) -> String { text(indent: 0, used: 0, width) + "\n" }

  private func text(indent: Int, used: Int, _ width: Int) -> String {
    guard let (open, close) = brackets else { return scalar }
    var room = width - indent - used
    if let line = line(within: &room) { return line }
    let parts = parts
    if parts.isEmpty { return open + close }
    let inner = indent + 2
    let lines = parts.map { part in
      let label = part.label
      let text = part.value.text(indent: inner, used: label.utf8.count + 1, width)
      return String(repeating: " ", count: inner) + label + text
    }
    let end = String(repeating: " ", count: indent) + close
    return open + "\n" + lines.joined(separator: ",\n") + "\n" + end
  }

  /// Returns the value on one line, or `nil` as soon as it does not fit.
  private func line(within room: inout Int) -> String? {
    if case .value(.string(let text)) = self, text.utf8.count + 2 > room { return nil }
    guard let (open, close) = brackets else {
      let text = scalar
      room -= text.utf8.count
      return room < 0 ? nil : text
    }
    var line = open
    room -= 2
    for (index, part) in parts.enumerated() {
      let label = (index > 0 ? ", " : "") + part.label
      room -= label.utf8.count
      guard room >= 0, let value = part.value.line(within: &room) else { return nil }
      line += label + value
    }
    return room < 0 ? nil : line + close
  }

  /// The brackets around an array or object.
  private var brackets: (open: String, close: String)? {
    switch self {
    case .members, .value(.object): ("{", "}")
    case .list, .value(.array): ("[", "]")
    case .value: nil
    }
  }

  private var parts: [Part] {
    switch self {
    case .members(let members): members
    case .list(let elements): elements.map { Part(name: nil, value: $0) }
    case .value(.array(let elements)): elements.map { Part(name: nil, value: .value($0)) }
    case .value(.object(let members)):
      members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { Part(name: $0.key, value: .value($0.value)) }
    case .value: []
    }
  }

  private var scalar: String {
    switch self {
    case .value(.string(let text)): OutputJSON.quoted(text)
    case .value(let value): value.description
    default: ""
    }
  }

  /// Returns a text as a JSON string, with escapes for all characters that are invisible or
  /// misleading.
  fileprivate static func quoted(_ text: String) -> String {
    let json = JSONValue.string(text).description
    if json.unicodeScalars.allSatisfy(\.isPrintable) { return json }
    return json.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.isPrintable {
        result.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
  }
}

extension OutputJSON.Part {
  /// The text before the value of a member.
  fileprivate var label: String { name.map { OutputJSON.quoted($0) + ": " } ?? "" }
}
