extension URLParts {
  /// One piece of a query, between two `&`.
  public struct QueryItem: Sendable, Hashable {
    /// The piece as it is, with all escapes.
    public let rawText: String

    /// What is before the first `=`, or all of it, with escapes replaced.
    public let name: String

    /// What is behind the first `=`, with escapes replaced; `nil` without `=`.
    ///
    /// A `+` stays a `+`, and a `%` that begins no escape stays too.
    public let value: String?

    /// Whether escaped bytes were not UTF-8 and became U+FFFD.
    public let isDamaged: Bool

    /// Reads one piece of a query.
    ///
    /// - Parameter rawText: The piece with all escapes, without `&`.
    package init(rawText: String) {
      self.rawText = rawText
      let bytes = rawText.utf8
      let equals = bytes.firstIndex(of: UInt8(ascii: "="))
      let name = PercentCoding.decodeText(bytes[..<(equals ?? bytes.endIndex)])
      let value = equals.map { PercentCoding.decodeText(bytes[bytes.index(after: $0)...]) }
      self.name = name.text
      self.value = value?.text
      isDamaged = name.isDamaged || value?.isDamaged == true
    }

    /// What is behind the first `=`, with all escapes; `nil` without `=`.
    package var rawValue: String? {
      let bytes = rawText.utf8
      return bytes.firstIndex(of: UInt8(ascii: "=")).map {
        String(Substring(bytes[bytes.index(after: $0)...]))
      }
    }
  }

  /// The pieces of the query in order; none if there is no query or if it is empty.
  ///
  /// A name may occur several times. Between `&&` there is a piece with an empty name and no value.
  ///
  /// - Complexity: O(*n*) in the length of the query, each time it is asked for.
  public var queryItems: [QueryItem] { URLParts.queryItems(in: query ?? "") }

  /// The last value of each name, for code that expects one of each.
  ///
  /// Names whose last occurrence has no value are left out.
  public var queryDictionary: [String: String] { URLParts.dictionary(of: queryItems) }

  static func queryItems(in query: String) -> [QueryItem] {
    if query.isEmpty { return [] }
    return query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
      .map { QueryItem(rawText: String(Substring($0))) }
  }

  static func dictionary(of items: [QueryItem]) -> [String: String] {
    var values: [String: String] = [:]
    for item in items { values[item.name] = item.value }
    return values
  }
}
