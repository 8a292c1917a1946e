internal import AppLinks
internal import Foundation

/// A compiler of the patterns of `apple-app-site-association`.
///
/// `*` matches any characters, `?` matches one, and `$(name)` matches an entry of a list.
struct ApplePatternCompiler {
  /// The lists of the file.
  let lists: [String: [String]]

  /// Whether case does not matter.
  let isFolded: Bool

  let reading: Reading

  /// The readings that could matter for the patterns compiled so far.
  private(set) var relevant: Reading = []

  init(lists: [String: [String]], isFolded: Bool, reading: Reading) {
    self.lists = lists
    self.isFolded = isFolded
    self.reading = reading
  }

  /// Returns a pattern to compare with.
  ///
  /// - Parameters:
  ///   - pattern: The pattern as written.
  ///   - budget: The remaining steps. If they do not suffice, the result is unusable.
  /// - Returns: The pattern.
  mutating func compile(_ pattern: String, _ budget: inout MatchBudget) -> WildcardPattern {
    var compiled = WildcardPattern(pieces: pieces(of: pattern, isValue: false, &budget))
    compiled.isFolded = isFolded
    compiled.hasLongLists = reading.contains(.longLists)
    return compiled
  }

  /// Returns the pieces of a pattern, or of a value in a list, which has no variables.
  private mutating func pieces(
    of pattern: String,
    isValue: Bool,
    _ budget: inout MatchBudget
  ) -> [WildcardPattern.Piece] {
    guard budget.take(8 + pattern.utf8.count) else { return [] }
    var pieces: [WildcardPattern.Piece] = []
    var literal: [Unicode.Scalar] = []
    let scalars = ApplePatternCompiler.scalars(of: pattern, isFolded: false, reading)
    let lastEnd = scalars.lastIndex(of: ")") ?? -1
    var rest = scalars[...]
    func flush() {
      if !literal.isEmpty { pieces.append(.literal(folded(literal))) }
      literal = []
    }
    while let scalar = rest.popFirst() {
      if scalar == "*" {
        flush()
        pieces.append(.many)
      } else if scalar == "?" {
        flush()
        pieces.append(.one)
        if reading.contains(.wideCharacters) { pieces.append(.many) }
      } else if scalar == "$", rest.first == "(", rest.startIndex < lastEnd,
        let end = rest.firstIndex(of: ")")
      {
        flush()
        let name = String(String.UnicodeScalarView(rest[..<end].dropFirst()))
        rest = rest[(end + 1)...]
        pieces.append(isValue ? unknown() : piece(for: name, &budget))
      } else {
        literal.append(scalar)
      }
    }
    flush()
    return pieces
  }

  private mutating func piece(
    for name: String,
    _ budget: inout MatchBudget
  ) -> WildcardPattern.Piece {
    let builtIn = ApplePatternCompiler.builtIn(name)
    guard let list = lists[name] else {
      if case .code = builtIn { relevant.insert(.longLists) }
      return builtIn ?? unknown()
    }
    if let builtIn {
      relevant.insert(.ownLists)
      if !reading.contains(.ownLists) { return builtIn }
    }
    guard budget.take(list.count) else { return .oneOf([]) }
    return .oneOf(list.map { pieces(of: $0, isValue: true, &budget) })
  }

  private mutating func unknown() -> WildcardPattern.Piece {
    relevant.insert(.unknownVariables)
    return reading.contains(.unknownVariables) ? .many : .oneOf([])
  }

  private func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    isFolded
      ? ApplePatternCompiler.scalars(
        of: String(String.UnicodeScalarView(scalars)),
        isFolded: true,
        reading
      ) : scalars
  }

  /// Returns whether a variable begins in a text.
  static func hasVariable(_ text: String) -> Bool {
    var rest = text.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[start...].dropFirst()
      if rest.first == UInt8(ascii: "(") { return true }
    }
    return false
  }

  /// Returns the names of the variables in a pattern, in order.
  static func variables(in pattern: String) -> [String] {
    var names: [String] = []
    var rest = pattern.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "$")) {
      rest = rest[start...].dropFirst()
      guard rest.first == UInt8(ascii: "(") else { continue }
      guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { break }
      names.append(String(Substring(rest[..<end].dropFirst())))
      rest = rest[end...]
    }
    return names
  }

  /// Returns the built-in list with a name.
  static func builtIn(_ name: String) -> WildcardPattern.Piece? {
    CharacterClass(rawValue: name).map { .character($0) }
      ?? CodeList(rawValue: name).map { .code($0) }
  }

  /// Returns the characters of a text as a reading compares them.
  static func scalars(of text: String, isFolded: Bool, _ reading: Reading) -> [Unicode.Scalar] {
    if reading.contains(.unicode) {
      let normalized = text.precomposedStringWithCanonicalMapping
      return Array((isFolded ? normalized.lowercased() : normalized).unicodeScalars)
    }
    guard isFolded else { return Array(text.unicodeScalars) }
    return text.unicodeScalars.map { scalar in
      UInt8(exactly: scalar.value).map { Unicode.Scalar($0.asciiLowercased) } ?? scalar
    }
  }
}
