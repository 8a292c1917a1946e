internal import JSONValues

extension AppleAppSiteAssociation {
  /// Returns the file as JSON, on one line.
  ///
  /// The same content always results in the same text. A file that is parsed again has the same
  /// entries, lists and services, except for lines.
  ///
  /// - Returns: The text of the file.
  public func encoded() -> String {
    var links: [String: JSONValue] = ["details": .array(entries.map(\.json))]
    if entries.contains(where: { $0.style == .paths }) { links["apps"] = [] }
    if !defaults.isEmpty { links["defaults"] = defaults.json }
    if !substitutionVariables.isEmpty {
      links["substitutionVariables"] = .object(substitutionVariables.mapValues(JSONValue.strings))
    }
    var members: [String: JSONValue] = ["applinks": .object(links)]
    for (name, apps) in [
      ("webcredentials", webCredentials), ("appclips", appClips),
      ("activitycontinuation", activityContinuation),
    ] where !apps.isEmpty {
      members[name] = ["apps": .strings(apps)]
    }
    return JSONValue.object(members).description
  }
}

extension AppleAppSiteAssociation.Entry {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = [:]
    switch style {
    case .components:
      members["appIDs"] = .strings(appIDs)
      members["components"] = .array(rules.map(\.json))
    case .paths:
      // Systems that read only `paths` support one app per entry.
      if appIDs.count == 1 {
        members["appID"] = .string(appIDs[0])
      } else {
        members["appIDs"] = .strings(appIDs)
      }
      members["paths"] = .strings(rules.map(\.pathText))
    }
    if !defaults.isEmpty { members["defaults"] = defaults.json }
    return .object(members)
  }
}

extension JSONValue {
  /// Returns an array of strings.
  static func strings(_ strings: [String]) -> JSONValue { .array(strings.map { .string($0) }) }
}
