extension URLParts {
  /// An item of a query, delimited by `&`.
  public struct QueryItem: Sendable, Hashable {
    /// The item exactly as written, including all escapes.
    public let rawText: String

    /// The text before the first `=`, or the whole item without one, with escapes replaced.
    ///
    /// A `+` is a space, as in ``value``.
    public let name: String

    /// The text after the first `=` with escapes replaced, or `nil` without `=`.
    ///
    /// A `+` is a space, as forms, browsers and Android write it, and `%2B` is a `+`. Use
    /// ``rawText`` for a sender that writes a `+` for itself. A `%` that does not begin an escape
    /// remains a `%`.
    public let value: String?

    /// Whether escaped bytes were not UTF-8 and became U+FFFD.
    public let isDamaged: Bool

    /// Creates an item from its text.
    ///
    /// - Parameter rawText: The item with all escapes, without `&`.
    package init(rawText: String) {
      self.rawText = rawText
      let bytes = rawText.utf8
      let equals = bytes.firstIndex(of: UInt8(ascii: "="))
      let name = URLParts.decoded(bytes[..<(equals ?? bytes.endIndex)])
      let value = equals.map { URLParts.decoded(bytes[bytes.index(after: $0)...]) }
      self.name = name.text
      self.value = value?.text
      isDamaged = name.isDamaged || value?.isDamaged == true
    }

    /// The text after the first `=` with all escapes, or `nil` without `=`.
    package var rawValue: String? {
      let bytes = rawText.utf8
      return bytes.firstIndex(of: UInt8(ascii: "=")).map {
        String(Substring(bytes[bytes.index(after: $0)...]))
      }
    }
  }

  /// The maximum number of items in ``queryItems``: 4,096.
  ///
  /// The limit exists because an item takes a hundred times the memory of its text if that is
  /// short, and anyone can send a URL.
  package static let maximumQueryItems = 4096

  /// The items of the query, in order, and at most the first 4,096.
  ///
  /// The array is empty if the query is missing or empty.
  ///
  /// A name can occur several times. Between `&&` there is an item with an empty name and no value.
  ///
  /// - Complexity: O(*n*) in the length of the query, at each access.
  public var queryItems: [QueryItem] {
    QueryPieces(query).prefix(URLParts.maximumQueryItems)
      .map { QueryItem(rawText: String(Substring($0))) }
  }

  /// Whether the query has more than 4,096 items.
  var hasTooManyQueryItems: Bool {
    var pieces = QueryPieces(query).dropFirst(URLParts.maximumQueryItems).makeIterator()
    return pieces.next() != nil
  }

  /// The last value of each name, for code that expects one value per name.
  ///
  /// Names whose last occurrence has no value are omitted.
  public var queryDictionary: [String: String] { URLParts.dictionary(of: queryItems) }

  static func dictionary(of items: [QueryItem]) -> [String: String] {
    var values: [String: String] = [:]
    for item in items { values[item.name] = item.value }
    return values
  }

  private static func decoded(_ bytes: Substring.UTF8View) -> (text: String, isDamaged: Bool) {
    PercentCoding.decodeText(bytes, plusIsSpace: true)
  }
}
