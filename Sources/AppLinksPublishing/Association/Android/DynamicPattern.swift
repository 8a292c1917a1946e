/// A pattern of a dynamic rule, compared as Android does.
///
/// Google documents the wildcards, and not how `*` ends. That is the behavior of `PatternMatcher`
/// and `UriRelativeFilter` in the sources of Android 15; the services of Google can differ.
///
/// Text without wildcards is compared as a whole, and a single `*` at the end makes a prefix. In
/// any other pattern, `*` ends at the first occurrence of the character after it, without
/// backtracking. All of these comparisons take linear time.
struct DynamicPattern {
  private let characters: [UInt32]

  /// Creates a pattern.
  ///
  /// - Parameters:
  ///   - text: The pattern as written.
  ///   - isWide: Whether `?` is a whole character and not half of one beyond U+FFFF.
  init(_ text: String, isWide: Bool = false) { characters = DynamicPattern.units(text, isWide) }

  private static let any = UInt32(UInt8(ascii: "*"))
  private static let one = UInt32(UInt8(ascii: "?"))

  private static func units(_ text: String, _ isWide: Bool) -> [UInt32] {
    isWide ? text.unicodeScalars.map(\.value) : text.utf16.map { UInt32($0) }
  }

  /// Whether a wildcard follows `*`.
  var hasDoubleWildcard: Bool {
    zip(characters, characters.dropFirst()).contains { first, second in
      first == Self.any && (second == Self.any || second == Self.one)
    }
  }

  /// Returns whether the pattern covers a text without escapes.
  func matches(_ text: String, isWide: Bool = false) -> Bool {
    let text = DynamicPattern.units(text, isWide)
    var rest = text[...]
    var pattern = characters[...]
    while let next = pattern.popFirst() {
      if next == Self.any {
        guard let stop = pattern.popFirst() else { return true }
        guard let end = rest.firstIndex(of: stop) else { return false }
        rest = rest[(end + 1)...]
      } else {
        guard let first = rest.popFirst(), next == Self.one || next == first else { return false }
      }
    }
    return rest.isEmpty
  }

  /// Returns whether the pattern could cover a text if `*` were read in any way.
  func couldMatch(_ text: String, _ budget: inout MatchBudget) -> Bool {
    var pattern = WildcardPattern(
      pieces: characters.map { unit in
        switch unit {
        case Self.any: .many
        case Self.one: .one
        default: .literal([Unicode.Scalar(unit) ?? "\u{FFFD}"])
        }
      }
    )
    pattern.isFolded = false
    let scalars = DynamicPattern.units(text, false).map { Unicode.Scalar($0) ?? "\u{FFFD}" }
    return pattern.matches(scalars, &budget)
  }
}
