/// A `<meta property="al:…">` tag of a page.
public struct AppLinkTag: Sendable, Hashable, Codable {
  /// The value of the `property` attribute, such as `al:ios:url`.
  public var property: String

  /// The value of the `content` attribute with its character references decoded, or `nil` if the
  /// tag has none.
  public var content: String?

  /// The line of the page on which the tag begins, counted from 1, or `nil` for a tag that is not
  /// from a page.
  public var line: Int?

  /// The column at which the tag begins, counted from 1 in UTF-8 bytes, or `nil` for a tag that is
  /// not from a page.
  public var column: Int?

  /// Creates a tag.
  ///
  /// - Parameters:
  ///   - property: The value of `property`, such as `al:ios:url`.
  ///   - content: The value of `content`, or `nil` for a tag without it.
  ///   - line: The line on which the tag begins, counted from 1.
  ///   - column: The column at which the tag begins, counted from 1 in UTF-8 bytes.
  public init(property: String, content: String?, line: Int? = nil, column: Int? = nil) {
    self.property = property
    self.content = content
    self.line = line
    self.column = column
  }

  /// The parts of the property between its colons, including empty parts.
  package var components: [Substring] {
    // Splits the bytes, because a colon followed by a combining mark is a different character.
    property.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
