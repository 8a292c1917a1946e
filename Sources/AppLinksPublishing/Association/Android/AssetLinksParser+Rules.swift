internal import AppLinks
internal import JSONValues

extension AssetLinksParser {
  /// Returns the dynamic rules for App Links, or `nil` if there is no list that counts.
  mutating func parseExtensions(
    _ node: JSONNode,
    _ subject: String,
    _ doubts: inout [String]
  ) -> [AssetLinks.Rule]? {
    guard let relations = reader.members(of: node, subject, doubts: &doubts) else {
      reader.add(.malformedDynamicRule, at: node.offset, subject, "The value is not an object.")
      return nil
    }
    guard let relation = relations[AssetLinks.handleAllURLs]?.value else { return nil }
    let subject = "\(subject)['\(AssetLinks.handleAllURLs)']"
    guard let members = reader.members(of: relation, subject, doubts: &doubts) else {
      reader.add(.malformedDynamicRule, at: relation.offset, subject, "The value is not an object.")
      return nil
    }
    reader.checkNames(members, subject, known: ["dynamic_app_link_components"])
    guard let list = members["dynamic_app_link_components"]?.value else { return nil }
    guard let elements = list.elements else {
      reader.add(.malformedDynamicRule, at: list.offset, subject, "The rules are not an array.")
      return nil
    }
    return parseRules(elements, list, "\(subject).dynamic_app_link_components", &doubts)
  }

  private mutating func parseRules(
    _ elements: [JSONNode],
    _ list: JSONNode,
    _ subject: String,
    _ doubts: inout [String]
  ) -> [AssetLinks.Rule]? {
    var rules: [AssetLinks.Rule]? = []
    var catchAll = false
    for (index, element) in elements.enumerated() {
      let part = "\(subject)[\(index)]"
      guard ruleCount < AssociationReader.maximumRules else {
        reader.add(.associationLimit, at: element.offset, part, "There are more than 10,000 rules.")
        doubts.append("the file has more rules than are read")
        break
      }
      ruleCount += 1
      guard let rule = parseRule(element, part, &doubts) else {
        // One malformed rule voids the list.
        rules = nil
        continue
      }
      rules?.append(rule)
      if catchAll {
        let message = "An earlier rule matches every URL."
        reader.add(.unreachableRule, at: element.offset, part, message)
      }
      catchAll = catchAll || rule.path == "*" && rule.query == nil && rule.fragment == nil
      checkRule(rule, at: element.offset, part)
    }
    if let rules, !rules.isEmpty, rules.allSatisfy(\.isExcluded) {
      reader.add(.onlyExclusions, at: list.offset, subject, "All rules exclude.")
    }
    return rules
  }

  private mutating func checkRule(_ rule: AssetLinks.Rule, at offset: Int, _ subject: String) {
    if rule.path == nil, rule.query == nil, rule.fragment == nil {
      reader.add(.emptyDynamicRule, at: offset, subject, "The rule has no part.")
    }
    let parts = [rule.path, rule.fragment].compactMap { $0 }
    let patterns = parts + (rule.query ?? [:]).values.sorted()
    for pattern in patterns where DynamicPattern(pattern).hasDoubleWildcard {
      reader.add(
        .doubleWildcard,
        at: offset,
        subject,
        "A wildcard follows '*' in '\(shown(pattern))'."
      )
    }
    if let path = rule.path, let first = path.utf8.first, !"/*?".utf8.contains(first) {
      reader.add(
        .impossiblePattern,
        at: offset,
        subject,
        "The path '\(shown(path))' does not begin with '/', as paths of URLs do."
      )
    }
    if rule.path?.utf8.contains(UInt8(ascii: "#")) == true {
      reader.add(
        .fragmentInPath,
        at: offset,
        subject,
        "The path '\(shown(rule.path ?? ""))' contains '#'."
      )
    }
  }

  /// Returns a rule, or `nil` if it is malformed.
  private mutating func parseRule(
    _ node: JSONNode,
    _ subject: String,
    _ doubts: inout [String]
  ) -> AssetLinks.Rule? {
    guard let members = reader.members(of: node, subject, doubts: &doubts) else {
      reader.add(.malformedDynamicRule, at: node.offset, subject, "The rule is not an object.")
      doubts.append("it is not known how a rule is read that is not an object")
      return nil
    }
    reader.checkNames(members, subject, known: ["/", "?", "#", "exclude", "comment", "comments"])
    var rule = AssetLinks.Rule()
    rule.line = reader.line(at: node.offset)
    var isWhole = true
    func text(
      _ name: String,
      _ reader: inout AssociationReader,
      _ doubts: inout [String]
    ) -> String? {
      guard let value = members[name]?.value else { return nil }
      if let text = value.stringValue {
        if !text.isEmpty { return text }
      } else {
        doubts.append("it is not known how a value of '\(name)' is read that is not a string")
      }
      let message = "The value of '\(name)' is not a string with a pattern."
      reader.add(.malformedDynamicRule, at: value.offset, subject, message)
      isWhole = false
      return nil
    }
    rule.path = text("/", &reader, &doubts)
    rule.fragment = text("#", &reader, &doubts)
    if let value = members["exclude"]?.value {
      if let isExcluded = value.boolValue {
        rule.isExcluded = isExcluded
      } else {
        let message = "The value of 'exclude' is not true or false."
        reader.add(.malformedDynamicRule, at: value.offset, subject, message)
        doubts.append("it is not known how a value of 'exclude' is read that is not true or false")
        isWhole = false
      }
    }
    if let value = members["?"]?.value {
      guard let query = parseQuery(value, subject, &doubts) else { return nil }
      rule.query = query
    }
    return isWhole ? rule : nil
  }

  private mutating func parseQuery(
    _ node: JSONNode,
    _ subject: String,
    _ doubts: inout [String]
  ) -> [String: String]? {
    guard let items = reader.members(of: node, "\(subject)['?']", doubts: &doubts) else {
      let message = "The value of '?' is not an object of strings."
      reader.add(.malformedDynamicRule, at: node.offset, subject, message)
      doubts.append(
        "Android's sources ignore a query that is not an object, and its guide drops all rules"
      )
      return nil
    }
    if items.isEmpty {
      reader.add(.malformedDynamicRule, at: node.offset, subject, "The value of '?' is empty.")
      return nil
    }
    var query: [String: String]? = [:]
    for item in items.values.sorted(by: { $0.offset < $1.offset }) {
      if let pattern = item.value.stringValue, !pattern.isEmpty, !item.name.isEmpty {
        query?[item.name] = pattern
      } else {
        let message = "The pattern of the item '\(shown(item.name))' is not a string with text."
        reader.add(.malformedDynamicRule, at: item.value.offset, subject, message)
        if item.value.stringValue == nil {
          doubts.append("it is not known how the pattern of an item is read that is not a string")
        }
        query = nil
      }
    }
    return query
  }
}
