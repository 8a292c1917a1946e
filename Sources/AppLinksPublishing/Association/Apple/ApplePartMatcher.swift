internal import AppLinks

/// A comparison of the parts of a URL with the patterns of a rule.
///
/// Apple documents the wildcards, the defaults of the parts and their escapes. What it does not
/// document was observed with `swcutil verify` and `swcutil match` of a beta of macOS 27, in
/// September 2026: slashes around a path do not count, a pattern that ends with `/*` includes its
/// parent, patterns cover the whole part, a missing query item is empty, and every item of a name
/// has to match. Each such rule is marked below as *observed*; systems before it can differ.
struct ApplePartMatcher {
  let lists: [String: [String]]
  let isCaseSensitive: Bool
  let isPercentEncoded: Bool
  let reading: Reading

  /// The readings that could matter for the comparisons so far.
  private(set) var relevant: Reading = []

  init(lists: [String: [String]], rule: AppleAppSiteAssociation.Rule, reading: Reading) {
    self.lists = lists
    isCaseSensitive = rule.isCaseSensitive ?? !reading.contains(.mistypedCase)
    isPercentEncoded = rule.isPercentEncoded ?? !reading.contains(.mistypedEscapes)
    self.reading = reading
    if rule.doubts[.caseSensitive] != nil { relevant.insert(.mistypedCase) }
    if rule.doubts[.percentEncoded] != nil { relevant.insert(.mistypedEscapes) }
  }

  /// Returns whether a pattern matches the path of a URL.
  mutating func matchesPath(
    _ pattern: String,
    _ path: String,
    _ budget: inout MatchBudget
  ) -> Bool {
    guard budget.take(path.utf8.count + pattern.utf8.count) else { return false }
    let raw = escaped(path)
    if !isPercentEncoded, Self.hasEscape(of: "/", in: raw) { relevant.insert(.earlyDecoding) }
    let isEarly = reading.contains(.earlyDecoding)
    guard var text = isEarly ? decoded(raw) : raw else { return false }
    if Self.hasWildcardBesideSlash(pattern) {
      relevant.insert(.outerSlashes)
      if reading.contains(.outerSlashes) {
        let path = text.isEmpty ? "/" : text
        return matches(pattern, (isEarly ? path : decoded(path)) ?? path, &budget)
      }
    }
    text = Self.trimmed(text, allAtStart: false)
    if !isEarly {
      guard let whole = decoded(text) else { return false }
      text = whole
    }
    var pattern = Self.trimmed(pattern, allAtStart: true)
    if Self.hasOddSegments(text) || Self.hasOddSegments(pattern) {
      relevant.insert(.segments)
      if reading.contains(.segments) {
        text = Self.resolved(text)
        pattern = Self.resolved(pattern)
      }
    }
    if matches(pattern, text, &budget) { return true }
    // Observed: a pattern for everything in a folder also matches the folder.
    return pattern.utf8.count > 2 && pattern.hasSuffix("/*")
      && matches(String(pattern.dropLast(2)), text, &budget)
  }

  /// Returns whether a pattern matches the whole query, or a fragment.
  mutating func matchesText(
    _ pattern: String,
    _ text: String?,
    _ budget: inout MatchBudget
  ) -> Bool {
    guard budget.take(text?.utf8.count ?? 0), let text = decoded(escaped(text ?? "")) else {
      return false
    }
    return matches(pattern, text, &budget)
  }

  /// Returns whether every pattern matches all values of its item.
  ///
  /// Observed: an item that is missing or has no `=` is empty, and of several with one name, all
  /// count.
  mutating func matchesItems(
    _ patterns: [String: String],
    _ query: String?,
    _ budget: inout MatchBudget
  ) -> Bool {
    // Taking a query apart takes much more time than comparing text of the same length.
    guard budget.take(patterns.count * 8 + (query?.utf8.count ?? 0) * 8) else { return false }
    var query = escaped(query ?? "")
    if !isPercentEncoded, query.utf8.contains(UInt8(ascii: "%")) {
      relevant.insert(.rawNames)
      if Self.hasEscape(of: "&=", in: query) { relevant.insert(.earlyDecoding) }
      if reading.contains(.earlyDecoding) {
        guard let whole = decoded(query) else { return false }
        query = whole
      }
    }
    guard let values = values(in: query) else { return false }
    for (name, pattern) in patterns.sorted(by: { $0.key < $1.key }) {
      let found = values[folded(name)] ?? [""]
      guard budget.take(found.count) else { return false }
      for value in found where !matches(pattern, value, &budget) { return false }
    }
    return true
  }

  /// Returns the values of the items of a query by name, or `nil` if an escape voids them.
  private mutating func values(in query: String) -> [String: [String]]? {
    var values: [String: [String]] = [:]
    for item in query.utf8.split(separator: UInt8(ascii: "&")) {
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      var name = String(Substring(item[..<(equals ?? item.endIndex)]))
      var value = equals.map { String(Substring(item[item.index(after: $0)...])) } ?? ""
      if !reading.contains(.earlyDecoding) {
        if !reading.contains(.rawNames) {
          guard let whole = decoded(name) else { return nil }
          name = whole
        }
        guard let whole = decoded(value) else { return nil }
        value = whole
      }
      if !isCaseSensitive { relevant.insert(.foldedNames) }
      values[folded(name), default: []].append(value)
    }
    return values
  }

  private func folded(_ name: String) -> String {
    !isCaseSensitive && reading.contains(.foldedNames) ? name.lowercased() : name
  }

  /// Returns whether a pattern covers a text.
  private mutating func matches(
    _ pattern: String,
    _ text: String,
    _ budget: inout MatchBudget
  ) -> Bool {
    guard budget.take(16 + text.utf8.count) else { return false }
    if !Self.isASCII(text) {
      relevant.insert(.unicode)
      if pattern.utf8.contains(UInt8(ascii: "?")) { relevant.insert(.wideCharacters) }
    }
    var compiler = ApplePatternCompiler(
      lists: lists,
      isFolded: !isCaseSensitive,
      reading: reading
    )
    let compiled = compiler.compile(pattern, &budget)
    relevant.formUnion(compiler.relevant)
    let scalars = ApplePatternCompiler.scalars(of: text, isFolded: !isCaseSensitive, reading)
    return compiled.matches(scalars, &budget)
  }

  /// Returns a part of the URL as it is compared, with characters outside ASCII in the form of the
  /// reading.
  private mutating func escaped(_ part: String) -> String {
    if Self.isASCII(part) { return part }
    relevant.insert(.escapedURL)
    guard reading.contains(.escapedURL) else { return part }
    var bytes: [UInt8] = []
    for byte in part.utf8 {
      if byte < 0x80 { bytes.append(byte) } else { PercentCoding.append(escaped: byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a part with escapes replaced if the rule requires it; `nil` if an incorrect escape
  /// voids the part in this reading.
  private mutating func decoded(_ part: String) -> String? {
    if isPercentEncoded || !part.utf8.contains(UInt8(ascii: "%")) { return part }
    let (text, isDamaged) = PercentCoding.decodeText(part.utf8)
    if isDamaged || Self.hasBrokenEscape(part) {
      relevant.insert(.brokenEscapes)
      if reading.contains(.brokenEscapes) { return nil }
    }
    return isDamaged ? part : text
  }

  /// Returns whether a text has an escape of one of the characters.
  private static func hasEscape(of characters: StaticString, in text: String) -> Bool {
    let characters = Array("\(characters)".utf8)
    var rest = text.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      rest = rest[percent...].dropFirst()
      if let byte = UInt8(Substring(rest.prefix(2)), radix: 16), characters.contains(byte) {
        return true
      }
    }
    return false
  }

  private static func hasBrokenEscape(_ part: String) -> Bool {
    part.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst()
      .contains { $0.prefix(2).count { $0.isASCIIHexDigit } < 2 }
  }

  private static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// Returns a path without slashes at the end, and without the one at the beginning, or all there.
  ///
  /// Observed: `/about/` matches `/about`, `/about` matches `/about/`, and `about` and `//about`
  /// match `/about`. A wildcard beside such a slash was not observed, so it is uncertain.
  private static func trimmed(_ path: String, allAtStart: Bool) -> String {
    var bytes = path.utf8[...]
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    if bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    while allAtStart, bytes.first == UInt8(ascii: "/") { bytes.removeFirst() }
    return String(Substring(bytes))
  }

  /// Whether a wildcard is beside a slash at the beginning or at the end that may not count.
  private static func hasWildcardBesideSlash(_ pattern: String) -> Bool {
    pattern.hasPrefix("*/") || pattern.hasSuffix("*/") || pattern.hasSuffix("?/")
  }

  private static func segments(_ path: String) -> [Substring.UTF8View] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  /// Whether a path has empty segments, `.` or `..`.
  private static func hasOddSegments(_ path: String) -> Bool {
    if path.isEmpty { return false }
    return segments(path).contains { $0.isEmpty || $0.elementsEqual(".".utf8) || isParent($0) }
  }

  private static func isParent(_ segment: Substring.UTF8View) -> Bool {
    segment.elementsEqual("..".utf8)
  }

  /// Returns a path without empty segments, `.` and `..`.
  private static func resolved(_ path: String) -> String {
    var kept: [Substring.UTF8View] = []
    for segment in segments(path) where !segment.isEmpty && !segment.elementsEqual(".".utf8) {
      if isParent(segment) { _ = kept.popLast() } else { kept.append(segment) }
    }
    return kept.map { String(Substring($0)) }.joined(separator: "/")
  }
}
