internal import JSONValues

extension AppleAppSiteAssociation.Rule {
  /// The rule as an object.
  var json: JSONValue {
    var members: [String: JSONValue] = [:]
    members[Key.path.rawValue] = path.map { .string($0) }
    switch query {
    case .text(let text): members[Key.query.rawValue] = .string(text)
    case .items(let items):
      members[Key.query.rawValue] = .object(items.mapValues { .string($0) })
    case nil: break
    }
    members[Key.fragment.rawValue] = fragment.map { .string($0) }
    members[Key.exclude.rawValue] = isExcluded.map { .bool($0) }
    members[Key.caseSensitive.rawValue] = isCaseSensitive.map { .bool($0) }
    members[Key.percentEncoded.rawValue] = isPercentEncoded.map { .bool($0) }
    members[Key.comment.rawValue] = comment.map { .string($0) }
    return .object(members)
  }

  /// The rule as a string of `paths`.
  var pathText: String { (isExcluded == true ? "NOT " : "") + (path ?? "*") }
}
