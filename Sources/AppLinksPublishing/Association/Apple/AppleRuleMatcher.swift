internal import AppLinks
internal import JSONValues

/// A comparison of a URL with the rules of a file.
struct AppleRuleMatcher {
  typealias Rule = AppleAppSiteAssociation.Rule
  typealias Step = AssociationAnswer.Step

  let file: AppleAppSiteAssociation
  let parts: URLParts
  private var budget = MatchBudget()

  init(file: AppleAppSiteAssociation, parts: URLParts) {
    self.file = file
    self.parts = parts
  }

  /// Returns the comparisons with the rules of an entry, up to the first one that matches.
  mutating func steps(of entry: AppleAppSiteAssociation.Entry, at index: Int) -> [Step] {
    let defaults = entry.defaults.inheriting(from: file.defaults)
    var steps: [Step] = []
    for (number, rule) in entry.rules.enumerated() {
      let isPath = entry.style == .paths
      let whole = isPath ? rule : rule.inheriting(from: defaults)
      let reference = AssociationAnswer.RuleReference(
        subject: "details[\(index)].\(entry.style.rawValue)[\(number)]",
        text: shown(isPath ? rule.pathText : rule.json.description, maximumLength: 120),
        isExcluded: whole.isExcluded ?? false,
        line: rule.line
      )
      let (result, difference) = compare(whole, isPath: isPath)
      switch result {
      case .yes:
        steps.append(Step(rule: reference, outcome: .matches, reason: ""))
        return steps
      case .no:
        steps.append(Step(rule: reference, outcome: .differs, reason: difference))
      case .uncertain(let reason):
        steps.append(Step(rule: reference, outcome: .uncertain, reason: reason))
      }
    }
    return steps
  }

  /// Returns whether a rule matches, and the part that does not.
  private mutating func compare(_ rule: Rule, isPath: Bool) -> (MatchResult, String) {
    var doubt = rule.doubts.sorted { $0.key.rawValue < $1.key.rawValue }.first?.value
    if isPath {
      if AppleRuleChecks.isMalformedNot(rule.path ?? "") {
        return (.no, "'NOT' is not followed by one space")
      }
      if rule.path?.contains("$(") == true {
        doubt = "it is not known whether 'paths' have variables"
      }
    }
    for part in 0..<3 {
      let (result, difference) = compare(rule, part: part)
      switch result {
      case .yes: break
      case .no: return (.no, difference)
      case .uncertain(let reason): doubt = doubt ?? reason
      }
    }
    return (doubt.map { .uncertain($0) } ?? .yes, "")
  }

  private mutating func compare(_ rule: Rule, part: Int) -> (MatchResult, String) {
    let (parts, lists) = (parts, file.substitutionVariables)
    func compare(
      _ body: (inout ApplePartMatcher, inout MatchBudget) -> Bool
    ) -> MatchResult {
      MatchResult.comparing(&budget) { reading, relevant, budget in
        var matcher = ApplePartMatcher(lists: lists, rule: rule, reading: reading)
        let result = body(&matcher, &budget)
        relevant = matcher.relevant
        return result
      }
    }
    switch part {
    case 0:
      guard let path = rule.path, path != "*" else { return (.yes, "") }
      let result = compare { $0.matchesPath(path, parts.path, &$1) }
      return (result, "the path '\(shown(parts.path))' does not match '\(shown(path))'")
    case 1:
      let query = parts.query.map { "the query '\(shown($0))'" } ?? "the missing query"
      switch rule.query {
      case nil, .text("*"): return (.yes, "")
      case .text(let text):
        let result = compare { $0.matchesText(text, parts.query, &$1) }
        return (result, "\(query) does not match '\(shown(text))'")
      case .items(let items):
        let result = compare { $0.matchesItems(items, parts.query, &$1) }
        let json = JSONValue.object(items.mapValues { .string($0) })
        return (result, "\(query) does not match \(shown(json.description))")
      }
    default:
      guard let fragment = rule.fragment, fragment != "*" else { return (.yes, "") }
      let result = compare { $0.matchesText(fragment, parts.fragment, &$1) }
      let text = parts.fragment.map { "the fragment '\(shown($0))'" } ?? "the missing fragment"
      return (result, "\(text) does not match '\(shown(fragment))'")
    }
  }
}
