/// An error that indicates where and why a text is not JSON.
///
/// ```swift
/// do {
///   _ = try JSONValue(parsing: "{\"a\": 01}")
/// } catch {
///   print(error)  // line 1, column 8: expected ',' or '}' but found '1'
/// }
/// ```
public struct JSONParseError: Error, Hashable, Sendable {
  /// The kind of the error.
  package enum Code: Hashable, Sendable {
    /// The text is not what the grammar or the caller expects at this place.
    case unexpectedText
    /// The text ends before the value is complete.
    case unexpectedEnd
    /// The bytes are not UTF-8, or an escape is half of a surrogate pair.
    case invalidUnicode
    /// A number is out of the range of `Double`.
    case numberOutOfRange
    /// Arrays and objects are nested more deeply than the limit allows.
    case tooDeep
    /// A name occurs twice in one object, and the options do not allow this.
    case duplicateKey
  }

  /// The kind of the error.
  package let code: Code

  /// The line of the error, counted from 1.
  ///
  /// Lines end with a line feed.
  public let line: Int

  /// The column of the error, counted from 1 in Unicode scalars.
  public let column: Int

  /// The number of bytes before the error.
  package let offset: Int

  /// A phrase for the expected text.
  let expected: String

  /// A phrase for the text that was found.
  let found: String
}

extension JSONParseError: CustomStringConvertible {
  /// The place, the expected text, and the text that was found.
  public var description: String {
    "line \(line), column \(column): expected \(expected) but found \(found)"
  }
}
