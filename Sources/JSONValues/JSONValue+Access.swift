extension JSONValue {
  /// The member of an object with a name; `nil` if there is none, or if this is no object.
  ///
  /// - Parameter name: The name.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The element of an array at a position; `nil` outside of its bounds, or if this is no array.
  ///
  /// - Parameter position: The position, counted from 0.
  public subscript(position: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
    return elements[position]
  }

  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The truth value, if this is one; numbers are not.
  public var boolValue: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer, if this is one that fits into `Int`; numbers written with a fraction are not.
  public var intValue: Int? {
    guard case .integer(let value) = self else { return nil }
    return Int(exactly: value)
  }

  /// The number, if this is one; large integers are rounded to the nearest `Double`.
  public var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .bigInteger(let value): value.nearestDouble
    case .double(let value): value
    default: nil
    }
  }

  /// The text, if this is one.
  public var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The elements, if this is an array.
  public var arrayValue: [JSONValue]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The members, if this is an object.
  public var objectValue: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}
