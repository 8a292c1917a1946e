internal import AppLinks
internal import JSONValues

/// A comparison of a URL with the rules of a file.
struct AppleRuleMatcher {
  typealias Rule = AppleAppSiteAssociation.Rule

  let file: AppleAppSiteAssociation
  let parts: URLParts

  /// The part of a rule that does not match.
  private enum Difference {
    case malformedNot, path, query, fragment
  }

  init(file: AppleAppSiteAssociation, parts: URLParts) {
    self.file = file
    self.parts = parts
  }

  /// Returns the comparisons with the rules of an entry, up to the first one that matches.
  ///
  /// The comparisons end when no work is left.
  func comparisons(
    with entry: AppleAppSiteAssociation.Entry,
    at index: Int,
    _ work: inout MatchWork
  ) -> RuleComparisons {
    let defaults = entry.defaults.inheriting(from: file.defaults)
    let isPath = entry.style == .paths
    var list = RuleComparisons()
    for (number, rule) in entry.rules.enumerated() {
      guard work.budget.take(MatchBudget.rule) else {
        list.isCut = true
        break
      }
      let whole = isPath ? rule : rule.inheriting(from: defaults)
      let isExcluded = whole.isExcluded ?? false
      let (result, difference) = compare(whole, isPath: isPath, &work.budget)
      // Of a value of the wrong type, it is not known whether the rule excludes.
      let isUncertain = whole.doubts[.exclude] != nil || whole.doubts[.comment] != nil
      list.add(result, isExcluded: isUncertain ? nil : isExcluded, &work) {
        let reference = AssociationAnswer.RuleReference(
          subject: "details[\(index)].\(entry.style.rawValue)[\(number)]",
          text: shown(isPath ? rule.pathText : rule.json.description, maximumLength: 120),
          isExcluded: isExcluded,
          line: rule.line,
          entry: index
        )
        return (reference, difference.map { text($0, whole) } ?? "")
      }
      if result == .yes { break }
    }
    return list
  }

  /// Returns whether a rule matches, and the part that does not.
  private func compare(
    _ rule: Rule,
    isPath: Bool,
    _ budget: inout MatchBudget
  ) -> (MatchResult, Difference?) {
    var doubt = rule.doubts.min { $0.key.rawValue < $1.key.rawValue }?.value
    if isPath {
      if AppleRuleChecks.isMalformedNot(rule.path ?? "") { return (.no, .malformedNot) }
      if ApplePatternCompiler.hasVariable(rule.path ?? "") {
        doubt = "it is not known whether 'paths' have variables"
      }
    }
    for part in [Difference.path, .query, .fragment] {
      switch compare(rule, part, &budget) {
      case .yes: break
      // Of two values under one name, either can count.
      case .no: return (rule.doubts[.comment].map { .uncertain($0) } ?? .no, part)
      case .uncertain(let reason): doubt = doubt ?? reason
      }
    }
    return (doubt.map { .uncertain($0) } ?? .yes, nil)
  }

  private func compare(
    _ rule: Rule,
    _ part: Difference,
    _ budget: inout MatchBudget
  ) -> MatchResult {
    let lists = file.substitutionVariables
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
    case .malformedNot: return .no
    case .path:
      guard let path = rule.path, path != "*" else { return .yes }
      return compare { $0.matchesPath(path, parts.path, &$1) }
    case .query:
      switch rule.query {
      case nil, .text("*"): return .yes
      case .text(let text): return compare { $0.matchesText(text, parts.query, &$1) }
      case .items(let items): return compare { $0.matchesItems(items, parts.query, &$1) }
      }
    case .fragment:
      guard let fragment = rule.fragment, fragment != "*" else { return .yes }
      return compare { $0.matchesText(fragment, parts.fragment, &$1) }
    }
  }

  /// Returns why a rule does not match, as a phrase.
  private func text(_ difference: Difference, _ rule: Rule) -> String {
    func does(_ name: String, _ part: String?, not pattern: String) -> String {
      let subject = part.map { "the \(name) '\(shown($0))'" } ?? "the missing \(name)"
      return "\(subject) does not match \(pattern)"
    }
    switch difference {
    case .malformedNot: return "'NOT' is not followed by one space"
    case .path: return does("path", parts.path, not: "'\(shown(rule.path ?? "*"))'")
    case .query:
      let pattern =
        switch rule.query {
        case .items(let items) where items.count > 20: "the patterns of \(items.count) items"
        case .items(let items):
          shown(JSONValue.object(items.mapValues { .string($0) }).description)
        case .text(let text): "'\(shown(text))'"
        case nil: "'*'"
        }
      return does("query", parts.query, not: pattern)
    case .fragment: return does("fragment", parts.fragment, not: "'\(shown(rule.fragment ?? "*"))'")
    }
  }
}
