internal import AppLinks
internal import JSONValues

extension AppleFileParser {
  /// Returns a rule or a dictionary of defaults, or `nil` if the value is not an object.
  mutating func parseRule(_ node: JSONNode, _ subject: String) -> AppleAppSiteAssociation.Rule? {
    var doubts: [String] = []
    guard let members = reader.members(of: node, subject, doubts: &doubts) else {
      reader.add(.wrongType, at: node.offset, subject, "The rule is not an object.")
      return nil
    }
    reader.checkNames(
      members,
      subject,
      known: AppleAppSiteAssociation.Rule.Key.allCases.map(\.rawValue)
    )
    var rule = AppleAppSiteAssociation.Rule()
    rule.line = reader.line(at: node.offset)
    // Any name that occurs twice makes the whole rule doubtful.
    if let doubt = doubts.first { rule.doubts[.comment] = doubt }
    rule.path = value(.path, \.stringValue, "a string", members, subject, &rule)
    rule.fragment = value(.fragment, \.stringValue, "a string", members, subject, &rule)
    rule.isExcluded = value(.exclude, \.boolValue, "true or false", members, subject, &rule)
    rule.isCaseSensitive = value(
      .caseSensitive,
      \.boolValue,
      "true or false",
      members,
      subject,
      &rule
    )
    rule.isPercentEncoded = value(
      .percentEncoded,
      \.boolValue,
      "true or false",
      members,
      subject,
      &rule
    )
    rule.comment = members[AppleAppSiteAssociation.Rule.Key.comment.rawValue]?.value.stringValue
    rule.query = query(members, subject, &rule)
    return rule
  }

  /// Returns a dictionary of defaults, which is empty if the value is not an object.
  mutating func parseDefaults(
    _ node: JSONNode,
    _ subject: String,
    doubts: inout [String]
  ) -> AppleAppSiteAssociation.Rule {
    guard var rule = parseRule(node, subject) else {
      doubts.append("it is not known how '\(subject)' are read, which are not an object")
      return AppleAppSiteAssociation.Rule()
    }
    rule.line = nil
    return rule
  }

  private mutating func value<Value>(
    _ key: AppleAppSiteAssociation.Rule.Key,
    _ read: (JSONNode) -> Value?,
    _ expected: String,
    _ members: [String: JSONNode.Member],
    _ subject: String,
    _ rule: inout AppleAppSiteAssociation.Rule
  ) -> Value? {
    guard let node = members[key.rawValue]?.value else { return nil }
    if let value = read(node) { return value }
    report(node, key, expected, subject, &rule)
    return nil
  }

  private mutating func query(
    _ members: [String: JSONNode.Member],
    _ subject: String,
    _ rule: inout AppleAppSiteAssociation.Rule
  ) -> AppleAppSiteAssociation.Rule.Query? {
    let key = AppleAppSiteAssociation.Rule.Key.query
    guard let node = members[key.rawValue]?.value else { return nil }
    if let text = node.stringValue { return .text(text) }
    var doubts: [String] = []
    guard let items = reader.members(of: node, "\(subject)['?']", doubts: &doubts) else {
      report(node, key, "a string or an object of strings", subject, &rule)
      return nil
    }
    if let doubt = doubts.first { rule.doubts[.comment] = doubt }
    var patterns: [String: String] = [:]
    for item in items.values.sorted(by: { $0.offset < $1.offset }) {
      // Observed with 'swcutil match' of a beta of macOS 27: the rule then matches whatever the
      // query is.
      guard let pattern = item.value.stringValue else {
        reader.add(
          .nonStringQuery,
          at: item.value.offset,
          "\(subject)['?']",
          "The pattern of the item '\(shown(item.name))' is not a string, so no item is checked."
        )
        return .items([:])
      }
      patterns[item.name] = pattern
    }
    return .items(patterns)
  }

  private mutating func report(
    _ node: JSONNode,
    _ key: AppleAppSiteAssociation.Rule.Key,
    _ expected: String,
    _ subject: String,
    _ rule: inout AppleAppSiteAssociation.Rule
  ) {
    reader.add(
      .wrongType,
      at: node.offset,
      "\(subject)['\(key.rawValue)']",
      "The value of '\(key.rawValue)' is not \(expected)."
    )
    rule.doubts[key] =
      "it is not known how a value of '\(key.rawValue)' is read that is not "
      + expected
  }
}
