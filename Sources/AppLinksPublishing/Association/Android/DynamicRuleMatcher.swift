internal import AppLinks
internal import JSONValues

/// A comparison of a URL with the dynamic rules of a statement.
struct DynamicRuleMatcher {
  typealias Step = AssociationAnswer.Step

  let parts: URLParts
  private var budget = MatchBudget()

  init(parts: URLParts) { self.parts = parts }

  /// Returns the comparisons with rules, up to the first one that matches.
  mutating func steps(of rules: [AssetLinks.Rule], _ subject: String) -> [Step] {
    var steps: [Step] = []
    for (index, rule) in rules.enumerated() {
      let reference = AssociationAnswer.RuleReference(
        subject: "\(subject)[\(index)]",
        text: shown(rule.json.description, maximumLength: 120),
        isExcluded: rule.isExcluded,
        line: rule.line
      )
      let (result, difference) = compare(rule)
      switch result {
      case .yes:
        steps.append(Step(rule: reference, outcome: .matches, reason: ""))
        return steps
      case .no: steps.append(Step(rule: reference, outcome: .differs, reason: difference))
      case .uncertain(let reason):
        steps.append(Step(rule: reference, outcome: .uncertain, reason: reason))
      }
    }
    return steps
  }

  private mutating func compare(_ rule: AssetLinks.Rule) -> (MatchResult, String) {
    if rule.path == nil, rule.query == nil, rule.fragment == nil { return (.no, "it has no part") }
    var doubt: String?
    if let path = rule.path {
      let result = comparing(path, parts.path, isPath: true)
      let text = "the path '\(shown(parts.path))' does not match '\(shown(path))'"
      guard doubt.takes(result) else { return (.no, text) }
    }
    for (name, pattern) in (rule.query ?? [:]).sorted(by: { $0.key < $1.key }) {
      let text = "no query item '\(shown(name))' matches '\(shown(pattern))'"
      guard doubt.takes(compareItems(name, pattern)) else { return (.no, text) }
    }
    if let pattern = rule.fragment {
      guard let fragment = parts.fragment else { return (.no, "the URL has no fragment") }
      let text = "the fragment '\(shown(fragment))' does not match '\(shown(pattern))'"
      guard doubt.takes(comparing(pattern, fragment)) else { return (.no, text) }
    }
    return (doubt.map { .uncertain($0) } ?? .yes, "")
  }

  /// Returns whether one item with a name matches; others of the same name do not matter.
  private mutating func compareItems(_ name: String, _ pattern: String) -> MatchResult {
    var result = MatchResult.no
    guard let query = parts.query else { return .no }
    for text in query.utf8.split(separator: UInt8(ascii: "&")) {
      guard budget.take(text.count) else { return .uncertain("comparing takes too much work") }
      let item = URLParts.QueryItem(rawText: String(Substring(text)))
      guard Array(item.name.utf8) == Array(name.utf8) else { continue }
      switch comparing(pattern, item.rawValue ?? "", isItem: true) {
      case .yes where item.rawValue == nil: result = .uncertain(Reading.absentFits.reason)
      case .yes: return .yes
      case .no: break
      case .uncertain(let reason): result = .uncertain(reason)
      }
    }
    return result
  }

  /// Compares a pattern with a part of the URL, whose escapes are replaced.
  private mutating func comparing(
    _ pattern: String,
    _ part: String,
    isPath: Bool = false,
    isItem: Bool = false
  ) -> MatchResult {
    MatchResult.comparing(&budget) { reading, relevant, budget in
      guard budget.take(pattern.utf8.count + part.utf8.count) else { return false }
      let (decoded, isDamaged) = PercentCoding.decodeText(part.utf8)
      var text = decoded
      if isDamaged {
        relevant.insert(.brokenEscapes)
        if reading.contains(.brokenEscapes) { return false }
      }
      if isItem, part.utf8.contains(UInt8(ascii: "+")) {
        relevant.insert(.plusIsSpace)
        if reading.contains(.plusIsSpace) {
          text = String(decoding: PercentCoding.decode(part.utf8, plusIsSpace: true), as: UTF8.self)
        }
      }
      if isPath, part.isEmpty {
        relevant.insert(.absentFits)
        if reading.contains(.absentFits) { text = "/" }
      }
      if pattern.contains("?"), !text.utf8.allSatisfy({ $0 < 0x80 }) {
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
