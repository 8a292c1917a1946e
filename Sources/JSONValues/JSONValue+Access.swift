extension JSONValue {
  /// The member of an object with a name; `nil` if it does not exist, or if this value is not an
  /// object.
  ///
  /// - Parameter name: The name.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The element of an array at a position; `nil` outside its bounds, or if this value is not an
  /// array.
  ///
  /// - Parameter position: The position, counted from 0.
  public subscript(position: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
    return elements[position]
  }

  /// Whether this value is `null`.
  public var isNull: Bool { self == .null }

  /// The Boolean value, or `nil` if this value is not one.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer, or `nil` if this value is not an integer that fits into `Int`.
  public var intValue: Int? {
    guard case .integer(let value) = self else { return nil }
    return Int(exactly: value)
  }

  /// The number, or `nil` if this value is not one.
  ///
  /// An integer beyond 2^53 is rounded to the nearest `Double`.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  /// The string, or `nil` if this value is not one.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The elements, or `nil` if this value is not an array.
  public var arrayValue: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members, or `nil` if this value is not an object.
  public var objectValue: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}
