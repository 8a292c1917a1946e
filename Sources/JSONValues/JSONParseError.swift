/// Where and why a text is not JSON.
///
/// ```swift
/// do {
///   _ = try JSONValue(parsing: "{\"a\": 01}")
/// } catch {
///   print(error)  // line 1, column 8: expected ',' or '}' but found '1'
/// }
/// ```
public struct JSONParseError: Error, Hashable, Sendable {
  /// What kind of mistake it is.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: String { case unexpected, end, unicode, number, depth, duplicate, fragment }

    private let kind: Kind

    /// Something else stands where the text of ``JSONParseError/expected`` should.
    public static let unexpectedText = Code(kind: .unexpected)

    /// The text ends too early.
    public static let unexpectedEnd = Code(kind: .end)

    /// Bytes that are not UTF-8, or one half of a surrogate pair without the other.
    public static let invalidUnicode = Code(kind: .unicode)

    /// A number too large for a `Double`.
    public static let numberOutOfRange = Code(kind: .number)

    /// More arrays and objects inside each other than allowed.
    public static let tooDeep = Code(kind: .depth)

    /// A name that its object has already, where that is refused.
    public static let duplicateKey = Code(kind: .duplicate)

    /// A value other than an array or an object at the top, where that is refused.
    public static let fragment = Code(kind: .fragment)

    /// One word for the kind.
    public var description: String { kind.rawValue }
  }

  /// What kind of mistake it is.
  public let code: Code

  /// The line of the mistake, counted from 1; lines end with a line feed.
  public let line: Int

  /// The column of the mistake, counted from 1 in Unicode scalars.
  public let column: Int

  /// The number of bytes before the mistake.
  public let offset: Int

  /// What should stand there, as a phrase.
  public let expected: String

  /// What stands there, as a phrase.
  public let found: String
}

extension JSONParseError: CustomStringConvertible {
  /// The place, what should stand there, and what does.
  public var description: String {
    "line \(line), column \(column): expected \(expected) but found \(found)"
  }
}
