/// Any value that JSON can say.
///
/// ```swift
/// let order: JSONValue = ["item": "chair", "count": 2, "gift": false, "note": nil]
/// let text = try order.encoded()  // {"count":2,"gift":false,"item":"chair","note":null}
/// let same = try JSONValue(parsing: text)
/// if let item = same["item"]?.stringValue { print(item) }
/// ```
///
/// The type is closed: whatever is in it can be written as JSON, except for numbers that are not
/// finite and for values nested too deeply, which ``encoded(maximumDepth:)`` refuses with an error.
///
/// Two values are equal if they are the same case with equal content. So the integer `1` is not the
/// number `1.0`, and strings and keys compare as Swift's strings do: letters that look the same are
/// the same, whether composed or decomposed.
public enum JSONValue: Hashable, Sendable {
  /// The value `null`.
  case null

  /// A truth value.
  case bool(Bool)

  /// A number written without fraction and exponent that fits into 64 bits.
  case integer(Int64)

  /// An integer that does not fit into 64 bits with a sign, kept digit by digit.
  case bigInteger(BigInteger)

  /// Any other number.
  ///
  /// It has the precision of a `Double`, so a longer fraction is rounded to the nearest one.
  case double(Double)

  /// A text.
  case string(String)

  /// An ordered list of values.
  case array([JSONValue])

  /// Values by name.
  case object([String: JSONValue])
}
