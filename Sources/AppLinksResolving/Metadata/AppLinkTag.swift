/// One `<meta property="al:…">` tag of a page.
public struct AppLinkTag: Sendable, Hashable, Codable {
  /// The value of the attribute `property`, such as `al:ios:url`.
  public var property: String

  /// The value of the attribute `content` with its character references decoded, or `nil` without
  /// one.
  public var content: String?

  /// The line of the page on which the tag begins, counted from 1, or `nil` if it is not from a
  /// page.
  public var line: Int?

  /// The column at which the tag begins, counted from 1 in bytes of UTF-8, or `nil` if not from a
  /// page.
  public var column: Int?

  /// Makes a tag.
  ///
  /// - Parameters:
  ///   - property: The value of `property`, such as `al:ios:url`.
  ///   - content: The value of `content`, or `nil` for a tag without it.
  ///   - line: The line on which the tag begins, counted from 1.
  ///   - column: The column at which the tag begins, counted from 1 in bytes of UTF-8.
  public init(property: String, content: String?, line: Int? = nil, column: Int? = nil) {
    self.property = property
    self.content = content
    self.line = line
    self.column = column
  }

  /// The parts of the property between its colons, the empty ones too.
  package var components: [Substring] {
    // Among bytes, because a colon and a combining mark behind it are a character other than a
    // colon.
    property.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { Substring($0) }
  }
}
