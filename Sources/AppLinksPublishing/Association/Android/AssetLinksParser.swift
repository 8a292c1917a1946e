internal import AppLinks
internal import JSONValues

extension AssetLinks {
  /// Creates the content of a file from its bytes.
  ///
  /// Any bytes are accepted. ``findings`` contains everything that Android skips or that the author
  /// may not have intended. A file of more than 1 MiB is not read, and neither are more than 10,000
  /// rules or 2,000 statements.
  ///
  /// - Parameter bytes: The file.
  /// - Complexity: O(*n* log *n*) in the number of bytes.
  public init(parsing bytes: some Sequence<UInt8>) {
    self.init()
    let document = AssociationDocument(
      Array(bytes),
      maximumBytes: AssociationReader.maximumBytes
    )
    doubts = document.doubts
    var parser = AssetLinksParser(reader: document.reader)
    if let node = document.node { parser.parse(node, into: &self) }
    findings = parser.reader.sortedFindings()
  }

  /// Creates the content of a file from its text.
  ///
  /// - Parameter text: The file.
  /// - Complexity: O(*n* log *n*) in the number of bytes.
  public init(parsing text: String) { self.init(parsing: text.utf8) }
}

/// A parser of the JSON of `assetlinks.json`.
struct AssetLinksParser {
  var reader: AssociationReader
  var ruleCount = 0

  init(reader: AssociationReader) { self.reader = reader }

  mutating func parse(_ node: JSONNode, into file: inout AssetLinks) {
    guard let elements = node.elements else {
      reader.add(.notStatementList, at: node.offset, "$", "The file is not an array.")
      return
    }
    var ruled: Set<String> = []
    for (index, element) in elements.enumerated() {
      guard index < AssociationReader.maximumApps else {
        let message = "There are more than 2,000 statements."
        reader.add(.associationLimit, at: element.offset, "$", message)
        file.doubts.append("the file has more statements than are read")
        break
      }
      guard let statement = parseStatement(element, "[\(index)]", &file) else { continue }
      if case .app(let package, _) = statement.target, statement.rules?.isEmpty == false,
        !ruled.insert(package).inserted
      {
        reader.add(
          .repeatedDynamicRules,
          at: element.offset,
          "[\(index)]",
          "An earlier statement has dynamic rules for '\(shown(package))'."
        )
      }
      file.statements.append(statement)
    }
    if !file.statements.contains(where: \.opensURLs), file.includes.isEmpty {
      reader.add(
        .noHandleAllURLs,
        at: node.offset,
        "$",
        "No statement lets an app open the URLs of the site."
      )
    }
  }

  private mutating func parseStatement(
    _ node: JSONNode,
    _ subject: String,
    _ file: inout AssetLinks
  ) -> AssetLinks.Statement? {
    var doubts: [String] = []
    guard let members = reader.members(of: node, subject, doubts: &doubts) else {
      reader.add(.brokenStatement, at: node.offset, subject, "The statement is not an object.")
      return nil
    }
    reader.checkNames(
      members,
      subject,
      known: ["relation", "target", "include", "relation_extensions"]
    )
    checkPlaces(members, subject)
    if let include = members["include"]?.value {
      parseInclude(include, members, node, subject, &file)
      return nil
    }
    guard let relation = members["relation"]?.value, let target = members["target"]?.value else {
      let missing = members["relation"] == nil ? "relation" : "target"
      reader.add(.brokenStatement, at: node.offset, subject, "The statement has no '\(missing)'.")
      return nil
    }
    let given = reader.strings(relation, "\(subject).relation", doubts: &doubts)
    let relations = given.filter { AssetLinksParser.isRelation($0.text) }
    for (text, offset) in given where !AssetLinksParser.isRelation(text) {
      reader.add(
        .malformedRelation,
        at: offset,
        "\(subject).relation",
        "'\(shown(text))' is not a relation."
      )
    }
    if relations.isEmpty {
      if given.isEmpty {
        reader.add(.brokenStatement, at: relation.offset, subject, "The statement has no relation.")
      }
      return nil
    }
    if relations.count < (relation.elements?.count ?? 0) {
      doubts.append("it is not known whether a malformed relation voids its statement")
    }
    guard let parsed = parseTarget(target, "\(subject).target", &doubts) else { return nil }
    var statement = AssetLinks.Statement(relations: relations.map(\.text), target: parsed)
    statement.line = reader.line(at: node.offset)
    if let extensions = members["relation_extensions"]?.value {
      statement.rules = parseExtensions(
        extensions,
        "\(subject).relation_extensions",
        &statement.doubtsOfRules
      )
    }
    statement.doubts = doubts
    return statement
  }

  private mutating func parseInclude(
    _ include: JSONNode,
    _ members: [String: JSONNode.Member],
    _ node: JSONNode,
    _ subject: String,
    _ file: inout AssetLinks
  ) {
    guard members["relation"] == nil, members["target"] == nil else {
      reader.add(
        .mixedInclude,
        at: node.offset,
        subject,
        "The statement has an 'include' and other parts."
      )
      return
    }
    guard let url = include.stringValue else {
      reader.add(.wrongType, at: include.offset, "\(subject).include", "The value is not a string.")
      return
    }
    let parts = URLParts(url)
    guard parts.normalizedScheme == "https", parts.host?.isEmpty == false else {
      reader.add(
        .insecureInclude,
        at: include.offset,
        "\(subject).include",
        "'\(shown(url))' is not an https URL."
      )
      return
    }
    if file.includes.count == AssetLinks.maximumIncludes {
      reader.add(
        .tooManyIncludes,
        at: include.offset,
        "\(subject).include",
        "The file includes more than \(AssetLinks.maximumIncludes) files."
      )
    }
    file.includes.append(url)
  }

  /// Whether a text is a kind, a slash and a detail.
  static func isRelation(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy {
            $0.isASCIIDigit || $0.isASCIILetter && $0.asciiLowercased == $0
              || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
          }
      }
  }
}

extension AssetLinks.Statement {
  /// Whether the statement lets an app open URLs.
  var opensURLs: Bool {
    guard case .app = target else { return false }
    return relations.contains(AssetLinks.handleAllURLs)
  }
}
