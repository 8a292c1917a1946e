/// A parsed JSON value that records the positions of its parts and keeps members in order.
///
/// Code that checks files reports where an error is and whether a name occurs twice. A
/// ``JSONValue`` records neither.
package struct JSONNode: Sendable, Hashable {
  /// A member of an object.
  package struct Member: Sendable, Hashable {
    /// The name.
    package let name: String

    /// The number of bytes before the name.
    package let offset: Int

    /// The value.
    package let value: JSONNode
  }

  /// The content of a value.
  package enum Content: Sendable, Hashable {
    /// A value that is neither an array nor an object.
    case scalar(JSONValue)

    /// An array.
    case array([JSONNode])

    /// An object: all members as written, in order, including members of the same name.
    case object([Member])
  }

  /// The content.
  package let content: Content

  /// The number of bytes before the value.
  package let offset: Int

  /// Parses UTF-8 bytes.
  ///
  /// The grammar is that of ``JSONValue``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, with only white space around the value.
  ///   - maximumDepth: The maximum depth of nested arrays and objects, from 0 to 256.
  /// - Throws: A ``JSONParseError`` with the place where the bytes are not JSON or not UTF-8.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(parsing bytes: [UInt8], maximumDepth: Int = 64) throws(JSONParseError) {
    self = try parsing(bytes) { bytes in
      var parser = JSONParser<JSONNode>(bytes, JSONParsingOptions(maximumDepth: maximumDepth))
      return Result { () throws(JSONParseError) in try parser.parseDocument() }
    }
  }

  /// The string, or `nil` if this value is not one.
  package var stringValue: String? {
    guard case .scalar(.string(let value)) = content else { return nil }
    return value
  }

  /// The Boolean value, or `nil` if this value is not one.
  package var boolValue: Bool? {
    guard case .scalar(.bool(let value)) = content else { return nil }
    return value
  }

  /// The elements, or `nil` if this value is not an array.
  package var elements: [JSONNode]? {
    guard case .array(let elements) = content else { return nil }
    return elements
  }

  /// The members in order, or `nil` if this value is not an object.
  package var members: [Member]? {
    guard case .object(let members) = content else { return nil }
    return members
  }

  /// The value without positions; of several members with the same name, the last.
  package var value: JSONValue {
    switch content {
    case .scalar(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members):
      .object(Dictionary(members.map { ($0.name, $0.value.value) }) { _, last in last })
    }
  }
}

extension JSONNode: JSONOutput {
  init(_ scalar: JSONValue, at offset: Int) {
    content = .scalar(scalar)
    self.offset = offset
  }

  init(elements: [JSONNode], at offset: Int) {
    content = .array(elements)
    self.offset = offset
  }

  init(members: [Member], at offset: Int) {
    content = .object(members)
    self.offset = offset
  }
}

extension Array: JSONMembers where Element == JSONNode.Member {
  mutating func makeRoom(for more: Int) { reserveCapacity(count + more) }

  mutating func add(_ value: JSONNode, named name: String, at offset: Int) {
    append(Element(name: name, offset: offset, value: value))
  }
}
