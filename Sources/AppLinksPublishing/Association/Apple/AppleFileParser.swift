internal import AppLinks
internal import JSONValues

/// A parser of the JSON of `apple-app-site-association`.
struct AppleFileParser {
  var reader: AssociationReader

  /// The places of rules, by the indices of the entry and of the rule.
  var places: [[Place]] = []

  var ruleCount = 0
  private var appCount = 0

  /// The place of a rule in the file.
  struct Place {
    let offset: Int
    let subject: String
  }

  init(reader: AssociationReader) { self.reader = reader }

  mutating func parse(_ node: JSONNode, into file: inout AppleAppSiteAssociation) {
    guard let members = reader.members(of: node, "$", doubts: &file.doubts) else {
      reader.add(.wrongType, at: node.offset, "$", "The file is not an object.")
      return
    }
    reader.checkNames(
      members,
      "$",
      known: ["applinks", "webcredentials", "appclips", "activitycontinuation"]
    )
    file.webCredentials = parseService("webcredentials", members, &file.doubts)
    file.appClips = parseService("appclips", members, &file.doubts)
    file.activityContinuation = parseService("activitycontinuation", members, &file.doubts)
    guard let links = members["applinks"]?.value else {
      if file.webCredentials.isEmpty, file.appClips.isEmpty, file.activityContinuation.isEmpty {
        reader.add(.noAppLinkDetails, at: node.offset, "$", "The file has no 'applinks'.")
      }
      return
    }
    parseLinks(links, into: &file)
  }

  private mutating func parseService(
    _ name: String,
    _ members: [String: JSONNode.Member],
    _ doubts: inout [String]
  ) -> [String] {
    guard let node = members[name]?.value else { return [] }
    guard let apps = reader.members(of: node, name, doubts: &doubts) else {
      reader.add(.wrongType, at: node.offset, name, "The value is not an object with 'apps'.")
      return []
    }
    guard let list = apps["apps"]?.value else { return [] }
    // What other services read has no influence on links.
    var ignored: [String] = []
    return parseAppIDs(list, "\(name).apps", doubts: &ignored)
  }

  /// Returns the identifiers of an array, and reports malformed ones.
  mutating func parseAppIDs(
    _ node: JSONNode,
    _ subject: String,
    doubts: inout [String]
  ) -> [String] {
    var ids: [String] = []
    for (id, offset) in reader.strings(node, subject, doubts: &doubts) {
      guard appCount < AssociationReader.maximumApps else {
        reader.add(.associationLimit, at: offset, subject, "There are more than 2,000 apps.")
        break
      }
      appCount += 1
      checkAppID(id, at: offset, subject)
      ids.append(id)
    }
    return ids
  }

  mutating func checkAppID(_ id: String, at offset: Int, _ subject: String) {
    guard let fault = AppleApplicationID.fault(of: id) else { return }
    reader.add(.malformedApplicationID, at: offset, subject, "\(fault).")
  }

  private mutating func parseLinks(_ node: JSONNode, into file: inout AppleAppSiteAssociation) {
    guard let members = reader.members(of: node, "applinks", doubts: &file.doubts) else {
      reader.add(.wrongType, at: node.offset, "applinks", "The value is not an object.")
      return
    }
    reader.checkNames(
      members,
      "applinks",
      known: ["apps", "details", "defaults", "substitutionVariables"]
    )
    if let apps = members["apps"]?.value, apps.elements?.isEmpty != true {
      reader.add(
        .appsNotEmpty,
        at: apps.offset,
        "applinks.apps",
        "The value is not an empty array."
      )
    }
    if let defaults = members["defaults"]?.value {
      file.defaults = parseDefaults(defaults, "applinks.defaults", doubts: &file.doubts)
    }
    if let lists = members["substitutionVariables"]?.value { parseLists(lists, into: &file) }
    guard let details = members["details"] else {
      reader.add(.noAppLinkDetails, at: node.offset, "applinks", "'applinks' has no 'details'.")
      return
    }
    parseDetails(details.value, into: &file)
  }

  private mutating func parseLists(_ node: JSONNode, into file: inout AppleAppSiteAssociation) {
    let subject = "applinks.substitutionVariables"
    guard let lists = reader.members(of: node, subject, doubts: &file.doubts) else {
      reader.add(.wrongType, at: node.offset, subject, "The value is not an object of arrays.")
      file.doubts.append("it is not known how variables are read that are not an object of arrays")
      return
    }
    for list in lists.values.sorted(by: { $0.offset < $1.offset }) {
      let subject = "\(subject).\(shown(list.name))"
      let values = reader.strings(list.value, subject, doubts: &file.doubts)
      file.substitutionVariables[list.name] = values.map(\.text)
      if list.name.contains(where: { "$()".contains($0) }) {
        reader.add(
          .malformedVariable,
          at: list.offset,
          subject,
          "The name '\(shown(list.name))' cannot be used in a pattern."
        )
      }
      if ApplePatternCompiler.builtIn(list.name) != nil {
        reader.add(
          .builtInVariable,
          at: list.offset,
          subject,
          "'\(list.name)' is the name of a built-in variable."
        )
      }
      for (value, offset) in values where ApplePatternCompiler.hasVariable(value) {
        reader.add(
          .malformedVariable,
          at: offset,
          subject,
          "The value '\(shown(value))' contains a variable."
        )
      }
    }
  }

  private mutating func parseDetails(_ node: JSONNode, into file: inout AppleAppSiteAssociation) {
    let subject = "applinks.details"
    if let elements = node.elements {
      for (index, element) in elements.enumerated() {
        parseEntry(element, "\(subject)[\(index)]", appID: nil, into: &file)
      }
    } else if let apps = reader.members(of: node, subject, doubts: &file.doubts) {
      // The form of 2015: the entries by the identifier of the app.
      for app in apps.values.sorted(by: { $0.offset < $1.offset }) {
        let subject = "\(subject)['\(shown(app.name))']"
        checkAppID(app.name, at: app.offset, subject)
        parseEntry(app.value, subject, appID: app.name, into: &file)
      }
    } else {
      reader.add(.wrongType, at: node.offset, subject, "The value is not an array of entries.")
    }
  }
}
