internal import AppLinks
internal import JSONValues

extension AppleFileParser {
  /// Parses an entry of `details`.
  ///
  /// - Parameters:
  ///   - node: The entry.
  ///   - subject: The path to it.
  ///   - appID: The app that the form of 2015 names outside of the entry.
  ///   - file: Receives the entry.
  mutating func parseEntry(
    _ node: JSONNode,
    _ subject: String,
    appID: String?,
    into file: inout AppleAppSiteAssociation
  ) {
    var entry = AppleAppSiteAssociation.Entry(appIDs: [], rules: [])
    guard let members = reader.members(of: node, subject, doubts: &entry.doubts) else {
      reader.add(.wrongType, at: node.offset, subject, "The entry is not an object.")
      file.doubts.append("it is not known whether an entry that is not an object voids others")
      return
    }
    reader.checkNames(
      members,
      subject,
      known: ["appIDs", "appID", "components", "paths", "defaults"]
    )
    entry.line = reader.line(at: node.offset)
    if let appID { entry.appIDs = [appID] } else { parseApps(members, node, subject, &entry) }
    if let defaults = members["defaults"]?.value {
      entry.defaults = parseDefaults(defaults, "\(subject).defaults", doubts: &entry.doubts)
    }
    places.append([])
    parseRules(members, node, subject, &entry)
    if entry.style == .paths, !entry.defaults.isEmpty || !file.defaults.isEmpty {
      entry.doubts.append("it is not known whether defaults apply to 'paths'")
    }
    file.entries.append(entry)
  }

  private mutating func parseApps(
    _ members: [String: JSONNode.Member],
    _ node: JSONNode,
    _ subject: String,
    _ entry: inout AppleAppSiteAssociation.Entry
  ) {
    if let list = members["appIDs"]?.value {
      entry.appIDs = parseAppIDs(list, "\(subject).appIDs", doubts: &entry.doubts)
    }
    if let single = members["appID"]?.value {
      if let id = single.stringValue {
        checkAppID(id, at: single.offset, "\(subject).appID")
        if members["appIDs"] != nil {
          // It is unknown which of the two counts, so only the apps that both name are certain.
          entry.doubtfulAppIDs = Set(entry.appIDs + [id])
          if entry.appIDs.contains(id) { entry.doubtfulAppIDs.remove(id) }
        }
        if !entry.appIDs.contains(id) { entry.appIDs.append(id) }
      } else {
        reader.add(.wrongType, at: single.offset, "\(subject).appID", "The value is not a string.")
        entry.doubts.append("it is not known whether an 'appID' of another type voids its entry")
      }
      if members["appIDs"] != nil {
        reader.add(
          .bothAppIDs,
          at: node.offset,
          subject,
          "The entry has both 'appID' and 'appIDs'."
        )
      }
    }
    if members["appIDs"] == nil, members["appID"] == nil {
      reader.add(.noAppIDs, at: node.offset, subject, "The entry has no 'appIDs'.")
    }
  }

  private mutating func parseRules(
    _ members: [String: JSONNode.Member],
    _ node: JSONNode,
    _ subject: String,
    _ entry: inout AppleAppSiteAssociation.Entry
  ) {
    let components = members["components"]?.value
    let paths = members["paths"]?.value
    if components != nil, paths != nil {
      reader.add(
        .componentsAndPaths,
        at: node.offset,
        subject,
        "The entry has both 'components' and 'paths'."
      )
    }
    if let components {
      guard let elements = components.elements else {
        let part = "\(subject).components"
        reader.add(.wrongType, at: components.offset, part, "The value is not an array of objects.")
        entry.doubts.append("'components' is not an array")
        return
      }
      for (index, element) in elements.enumerated() {
        let part = "\(subject).components[\(index)]"
        guard let rule = parseRule(element, part) else {
          if entry.doubts.count < AssociationReader.maximumDoubts {
            entry.doubts.append("rule \(index) is not an object, and may void others")
          }
          continue
        }
        guard add(rule, at: element.offset, part, to: &entry) else { break }
      }
    } else if let paths {
      entry.style = .paths
      parsePaths(paths, "\(subject).paths", &entry)
    } else {
      reader.add(.noRules, at: node.offset, subject, "The entry has no 'components'.")
      entry.doubts.append("it is not known what an entry without rules matches")
    }
  }

  private mutating func parsePaths(
    _ node: JSONNode,
    _ subject: String,
    _ entry: inout AppleAppSiteAssociation.Entry
  ) {
    let strings = reader.strings(node, subject, doubts: &entry.doubts)
    for (index, (text, offset)) in strings.enumerated() {
      let part = "\(subject)[\(index)]"
      var rule = AppleAppSiteAssociation.Rule(path: text)
      if text.hasPrefix("NOT ") {
        rule.path = String(text.dropFirst(4))
        rule.isExcluded = true
      }
      rule.line = reader.line(at: offset)
      guard add(rule, at: offset, part, to: &entry) else { break }
    }
  }

  /// Adds a rule to the entry that is parsed.
  ///
  /// - Returns: Whether further rules may be added.
  private mutating func add(
    _ rule: AppleAppSiteAssociation.Rule,
    at offset: Int,
    _ subject: String,
    to entry: inout AppleAppSiteAssociation.Entry
  ) -> Bool {
    guard ruleCount < AssociationReader.maximumRules else {
      reader.add(.associationLimit, at: offset, subject, "There are more than 10,000 rules.")
      entry.doubts.append("the file has more rules than are read")
      return false
    }
    ruleCount += 1
    entry.rules.append(rule)
    places[places.count - 1].append(Place(offset: offset, subject: subject))
    return true
  }
}
