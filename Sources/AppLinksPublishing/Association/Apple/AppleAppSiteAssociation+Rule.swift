extension AppleAppSiteAssociation {
  /// A rule that matches URLs by path, query and fragment, or values that rules inherit.
  ///
  /// A value that is `nil` is inherited from the defaults of the entry or of the file, or is the
  /// default that the documentation of the property names.
  package struct Rule: Sendable, Hashable {
    /// A pattern for the query.
    package enum Query: Sendable, Hashable {
      /// A pattern for the whole query.
      case text(String)

      /// Patterns for the values of items by name.
      case items([String: String])
    }

    /// The pattern for the path, by default `*`.
    package var path: String?

    /// The pattern for the query, by default `*`.
    package var query: Query?

    /// The pattern for the fragment, by default `*`.
    package var fragment: String?

    /// Whether the app does not open URLs that match, by default `false`.
    package var isExcluded: Bool?

    /// Whether case matters, by default `true`.
    package var isCaseSensitive: Bool?

    /// Whether escapes in the URL are compared as written, by default `true`.
    package var isPercentEncoded: Bool?

    /// A note for readers of the file.
    package var comment: String?

    /// The line of the file, counted from 1, or `nil` if the rule was not parsed.
    package internal(set) var line: Int?

    /// Values that systems could read in another way, with the reason.
    var doubts: [Key: String] = [:]

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - path: The pattern for the path.
    ///   - query: The pattern for the query.
    ///   - fragment: The pattern for the fragment.
    ///   - isExcluded: Whether the app does not open URLs that match.
    ///   - isCaseSensitive: Whether case matters.
    ///   - isPercentEncoded: Whether escapes are compared as written.
    ///   - comment: A note for readers of the file.
    package init(
      path: String? = nil,
      query: Query? = nil,
      fragment: String? = nil,
      isExcluded: Bool? = nil,
      isCaseSensitive: Bool? = nil,
      isPercentEncoded: Bool? = nil,
      comment: String? = nil
    ) {
      self.path = path
      self.query = query
      self.fragment = fragment
      self.isExcluded = isExcluded
      self.isCaseSensitive = isCaseSensitive
      self.isPercentEncoded = isPercentEncoded
      self.comment = comment
    }

    /// A name of a member of a rule.
    enum Key: String, Sendable, Hashable, CaseIterable {
      case path = "/"
      case query = "?"
      case fragment = "#"
      case exclude, caseSensitive, percentEncoded, comment
    }

    /// Returns whether the rule sets a value, or tries to.
    func sets(_ key: Key) -> Bool {
      if doubts[key] != nil { return true }
      return switch key {
      case .path: path != nil
      case .query: query != nil
      case .fragment: fragment != nil
      case .exclude: isExcluded != nil
      case .caseSensitive: isCaseSensitive != nil
      case .percentEncoded: isPercentEncoded != nil
      case .comment: comment != nil
      }
    }

    /// Whether the rule sets no value that rules inherit.
    var isEmpty: Bool { Key.allCases.allSatisfy { $0 == .comment || !sets($0) } }

    /// Returns the rule with the values of another rule for those that it does not set.
    func inheriting(from other: Rule) -> Rule {
      var rule = self
      for key in Key.allCases where !sets(key) {
        rule.doubts[key] = other.doubts[key]
        switch key {
        case .path: rule.path = other.path
        case .query: rule.query = other.query
        case .fragment: rule.fragment = other.fragment
        case .exclude: rule.isExcluded = other.isExcluded
        case .caseSensitive: rule.isCaseSensitive = other.isCaseSensitive
        case .percentEncoded: rule.isPercentEncoded = other.isPercentEncoded
        case .comment: break
        }
      }
      return rule
    }
  }
}
