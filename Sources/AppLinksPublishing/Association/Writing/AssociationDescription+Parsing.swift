internal import AppLinks
internal import JSONValues

extension AssociationDescription {
  /// Creates a description from JSON.
  ///
  /// ```json
  /// {"apps": [
  ///   {"apple_id": "ABCDE12345.com.example.shop",
  ///    "package": "com.example.shop",
  ///    "fingerprints": ["14:6D:E9:…"],
  ///    "opens": ["/buy/*", "/about"],
  ///    "excludes": ["/buy/help/*"],
  ///    "shares_credentials": true}
  /// ]}
  /// ```
  ///
  /// In `opens` and `excludes`, `*` represents everything, a path that ends with `/*` represents a
  /// folder and everything in it, and any other path represents one page. Without `opens`, the app
  /// opens everything.
  ///
  /// - Parameter bytes: The text in UTF-8.
  /// - Throws: An ``AssociationDescriptionError`` with the line and the column if the text is not
  ///   JSON, or has an unknown name or a value of the wrong type.
  public init(parsing bytes: some Sequence<UInt8>) throws(AssociationDescriptionError) {
    self = try DescriptionParser(Array(bytes)).description()
  }

  /// Creates a description from JSON.
  ///
  /// - Parameter text: The text.
  /// - Throws: An ``AssociationDescriptionError``, as for bytes.
  public init(parsing text: String) throws(AssociationDescriptionError) {
    try self.init(parsing: text.utf8)
  }
}

/// A parser of descriptions, which rejects unknown names.
private struct DescriptionParser {
  typealias Failure = AssociationDescriptionError

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func description() throws(Failure) -> AssociationDescription {
    guard bytes.count <= AssociationReader.maximumBytes else {
      let limit = limitText(AssociationReader.maximumBytes)
      throw Failure(description: "The description has more than \(limit).")
    }
    let node: JSONNode
    do {
      node = try JSONNode(parsing: bytes)
    } catch {
      throw Failure(description: "The description is not JSON: \(error).")
    }
    let members = try members(of: node, "the description", known: ["apps"])
    guard let list = members["apps"], let elements = list.elements else {
      throw failure(at: node.offset, "the description", "needs 'apps', an array of objects")
    }
    var apps: [AssociationDescription.App] = []
    for (index, element) in elements.enumerated() {
      apps.append(try app(element, "apps[\(index)]"))
    }
    return AssociationDescription(apps: apps)
  }

  private func app(
    _ node: JSONNode,
    _ subject: String
  ) throws(Failure) -> AssociationDescription.App {
    let members = try members(
      of: node,
      subject,
      known: ["apple_id", "package", "fingerprints", "opens", "excludes", "shares_credentials"]
    )
    var app = AssociationDescription.App()
    app.appleID = try string(members["apple_id"], "\(subject).apple_id")
    app.package = try string(members["package"], "\(subject).package")
    if app.appleID == nil, app.package == nil {
      throw failure(at: node.offset, subject, "needs 'apple_id', 'package', or both")
    }
    app.fingerprints = try strings(members["fingerprints"], "\(subject).fingerprints") ?? []
    if let opens = try strings(members["opens"], "\(subject).opens") {
      app.opens = opens.map(AssociationDescription.Place.init)
    }
    app.excludes =
      try strings(members["excludes"], "\(subject).excludes")?
      .map(AssociationDescription.Place.init) ?? []
    if let node = members["shares_credentials"] {
      guard let value = node.boolValue else {
        throw failure(at: node.offset, "\(subject).shares_credentials", "is not true or false")
      }
      app.sharesCredentials = value
    }
    return app
  }

  private func members(
    of node: JSONNode,
    _ subject: String,
    known: [String]
  ) throws(Failure) -> [String: JSONNode] {
    guard let members = node.members else {
      throw failure(at: node.offset, subject, "is not an object")
    }
    var found: [String: JSONNode] = [:]
    for member in members {
      guard known.contains(member.name) else {
        let names = known.map { "'\($0)'" }.joined(separator: ", ")
        throw failure(
          at: member.offset,
          subject,
          "has the name '\(shown(member.name))', which is not one of \(names)"
        )
      }
      guard found.updateValue(member.value, forKey: member.name) == nil else {
        throw failure(at: member.offset, subject, "has '\(member.name)' twice")
      }
    }
    return found
  }

  private func string(_ node: JSONNode?, _ subject: String) throws(Failure) -> String? {
    guard let node else { return nil }
    guard let text = node.stringValue else {
      throw failure(at: node.offset, subject, "is not a string")
    }
    return text
  }

  private func strings(_ node: JSONNode?, _ subject: String) throws(Failure) -> [String]? {
    guard let node else { return nil }
    guard let elements = node.elements else {
      throw failure(at: node.offset, subject, "is not an array of strings")
    }
    var texts: [String] = []
    for element in elements {
      guard let text = element.stringValue else {
        throw failure(at: element.offset, subject, "is not an array of strings")
      }
      texts.append(text)
    }
    return texts
  }

  private func failure(at offset: Int, _ subject: String, _ phrase: String) -> Failure {
    let (line, column) = TextPlaces(bytes).place(at: offset)
    return Failure(description: "\(line):\(column): \(subject) \(phrase).")
  }
}

extension AssociationDescription.Place {
  /// Creates the place that a text of a description represents.
  fileprivate init(_ text: String) {
    if text == "*" || text == "/*" {
      self = .everything
    } else if text.hasSuffix("/*") {
      self = .folder(String(text.dropLast(2)))
    } else {
      self = .page(text)
    }
  }
}
