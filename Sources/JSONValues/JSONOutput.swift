/// A type whose values the parser creates.
protocol JSONOutput {
  associatedtype Members: JSONMembers where Members.Value == Self

  /// Creates a value that is neither an array nor an object, from the index of its first byte.
  init(_ scalar: JSONValue, at offset: Int)

  /// Creates an array.
  init(elements: [Self], at offset: Int)

  /// Creates an object.
  init(members: Members, at offset: Int)
}

/// The members of an object that the parser creates.
protocol JSONMembers {
  associatedtype Value

  init()

  var count: Int { get }

  var isEmpty: Bool { get }

  /// Reserves capacity for further members.
  mutating func makeRoom(for more: Int)

  /// Adds a member whose name begins at an index.
  mutating func add(_ value: Value, named name: String, at offset: Int)
}

extension JSONValue: JSONOutput {
  init(_ scalar: JSONValue, at offset: Int) { self = scalar }

  init(elements: [JSONValue], at offset: Int) { self = .array(elements) }

  init(members: [String: JSONValue], at offset: Int) { self = .object(members) }
}

extension Dictionary: JSONMembers where Key == String, Value == JSONValue {
  mutating func makeRoom(for more: Int) {
    if isEmpty || capacity - count < more { reserveCapacity(count + more) }
  }

  mutating func add(_ value: JSONValue, named name: String, at offset: Int) { self[name] = value }
}
