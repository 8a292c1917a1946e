internal import AppLinks
internal import JSONValues

/// A comparison of a URL with the dynamic rules of a statement.
struct DynamicRuleMatcher {
  private let parts: URLParts
  private let path: Decoded
  private let fragment: Decoded?

  /// A part of the URL.
  private struct Decoded {
    let raw: String

    /// The part with its escapes replaced.
    let text: String

    /// Whether escaped bytes are not UTF-8.
    let isDamaged: Bool

    init(_ raw: String) {
      self.raw = raw
      (text, isDamaged) = PercentCoding.decodeText(raw.utf8)
    }
  }

  /// The part of a rule that does not match.
  private enum Difference {
    case nothing, path, fragment
    case item(name: String, pattern: String)
  }

  init(parts: URLParts) {
    self.parts = parts
    path = Decoded(parts.path)
    fragment = parts.fragment.map(Decoded.init)
  }

  /// Returns the comparisons with rules, up to the first one that matches.
  ///
  /// The comparisons end when no work is left.
  func comparisons(
    with rules: [AssetLinks.Rule],
    _ subject: String,
    _ work: inout MatchWork
  ) -> RuleComparisons {
    var list = RuleComparisons()
    for (index, rule) in rules.enumerated() {
      guard work.budget.take(MatchBudget.rule) else {
        list.isCut = true
        break
      }
      let (result, difference) = compare(rule, &work.budget)
      list.add(result, isExcluded: rule.isExcluded, &work) {
        let reference = AssociationAnswer.RuleReference(
          subject: "\(subject)[\(index)]",
          text: shown(rule.json.description, maximumLength: 120),
          isExcluded: rule.isExcluded,
          line: rule.line
        )
        return (reference, difference.map { text($0, rule) } ?? "")
      }
      if result == .yes { break }
    }
    return list
  }

  private func compare(
    _ rule: AssetLinks.Rule,
    _ budget: inout MatchBudget
  ) -> (MatchResult, Difference?) {
    if rule.path == nil, rule.query == nil, rule.fragment == nil { return (.no, .nothing) }
    var doubt: String?
    if let pattern = rule.path {
      let result = comparing(pattern, path, isPath: true, &budget)
      guard doubt.takes(result) else { return (.no, .path) }
    }
    for (name, pattern) in (rule.query ?? [:]).sorted(by: { $0.key < $1.key }) {
      let result = compareItems(name, pattern, &budget)
      guard doubt.takes(result) else { return (.no, .item(name: name, pattern: pattern)) }
    }
    if let pattern = rule.fragment {
      guard let fragment, doubt.takes(comparing(pattern, fragment, &budget)) else {
        return (.no, .fragment)
      }
    }
    return (doubt.map { .uncertain($0) } ?? .yes, nil)
  }

  /// Returns why a rule does not match, as a phrase.
  private func text(_ difference: Difference, _ rule: AssetLinks.Rule) -> String {
    switch difference {
    case .nothing: return "it has no part"
    case .path: return "the path '\(shown(parts.path))' does not match '\(shown(rule.path ?? ""))'"
    case .item(let name, let pattern):
      return "no query item '\(shown(name))' matches '\(shown(pattern))'"
    case .fragment:
      guard let fragment = parts.fragment else { return "the URL has no fragment" }
      return "the fragment '\(shown(fragment))' does not match '\(shown(rule.fragment ?? ""))'"
    }
  }

  /// Returns whether one item with a name matches; others of the same name do not matter.
  private func compareItems(
    _ name: String,
    _ pattern: String,
    _ budget: inout MatchBudget
  ) -> MatchResult {
    var result = MatchResult.no
    guard let query = parts.query else { return .no }
    for text in query.utf8.split(separator: UInt8(ascii: "&")) {
      guard budget.take(40 + text.count) else { return .uncertain(MatchWork.exhausted) }
      let item = URLParts.QueryItem(rawText: String(Substring(text)))
      guard Array(item.name.utf8) == Array(name.utf8) else { continue }
      switch comparing(pattern, Decoded(item.rawValue ?? ""), isItem: true, &budget) {
      case .yes where item.rawValue == nil: result = .uncertain(Reading.absentFits.reason)
      case .yes: return .yes
      case .no: break
      case .uncertain(let reason): result = .uncertain(reason)
      }
    }
    return result
  }

  /// Compares a pattern with a part of the URL, whose escapes are replaced.
  private func comparing(
    _ pattern: String,
    _ part: Decoded,
    isPath: Bool = false,
    isItem: Bool = false,
    _ budget: inout MatchBudget
  ) -> MatchResult {
    MatchResult.comparing(&budget) { reading, relevant, budget in
      guard budget.take(pattern.utf8.count + part.raw.utf8.count) else { return false }
      var text = part.text
      if part.isDamaged {
        relevant.insert(.brokenEscapes)
        if reading.contains(.brokenEscapes) { return false }
      }
      if isItem, part.raw.utf8.contains(UInt8(ascii: "+")) {
        relevant.insert(.plusIsSpace)
        if reading.contains(.plusIsSpace) {
          let spaced = PercentCoding.decode(part.raw.utf8, plusIsSpace: true)
          text = String(decoding: spaced, as: UTF8.self)
        }
      }
      if isPath, part.raw.isEmpty {
        relevant.insert(.absentFits)
        if reading.contains(.absentFits) { text = "/" }
      }
      if pattern.utf8.contains(UInt8(ascii: "?")), !text.utf8.allSatisfy({ $0 < 0x80 }) {
        relevant.insert(.wideCharacters)
      }
      let isWide = reading.contains(.wideCharacters)
      let compiled = DynamicPattern(pattern, isWide: isWide)
      if compiled.hasDoubleWildcard {
        relevant.insert(.doubleWildcards)
        return reading.contains(.doubleWildcards) && compiled.couldMatch(text, &budget)
      }
      return compiled.matches(text, isWide: isWide)
    }
  }
}

extension String? {
  /// Notes why a result is uncertain, and returns whether it is not a mismatch.
  fileprivate mutating func takes(_ result: MatchResult) -> Bool {
    if case .uncertain(let reason) = result { self = self ?? reason }
    return result != .no
  }
}

extension AssetLinks.Rule {
  /// The rule as an object.
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    members["/"] = path.map { .string($0) }
    members["?"] = query.map { .object($0.mapValues { .string($0) }) }
    members["#"] = fragment.map { .string($0) }
    if isExcluded { members["exclude"] = true }
    return .object(members)
  }
}
