/// A value that JSON can represent.
///
/// ```swift
/// let order: JSONValue = ["item": "chair", "count": 2, "note": nil]
/// let text = try order.encoded()
/// // {"count":2,"item":"chair","note":null}
/// let same = try JSONValue(parsing: text)
/// if let item = same["item"]?.stringValue { print(item) }
/// ```
///
/// Every value can be encoded as JSON, except for numbers that are not finite and for values that
/// are nested too deeply: ``encoded(maximumDepth:)`` throws an error for these.
///
/// Two values are equal if they are the same case with equal content. The integer `1` therefore
/// does not equal the number `1.0`. Strings and names compare like Swift strings, by canonical
/// equivalence.
public enum JSONValue: Hashable, Sendable {
  /// The value `null`.
  case null

  /// A Boolean value.
  case bool(Bool)

  /// A number without a fraction or an exponent that fits into `Int64`.
  case integer(Int64)

  /// Any other number.
  ///
  /// The number is rounded to the nearest `Double`, including an integer that does not fit into
  /// `Int64`.
  case double(Double)

  /// A string.
  case string(String)

  /// An array of values.
  case array([JSONValue])

  /// An object: values by name.
  case object([String: JSONValue])
}
