internal import JSONValues

extension AssetLinks {
  /// Returns the file as JSON, on one line.
  ///
  /// The same content always results in the same text. A file that is parsed again has the same
  /// statements and inclusions, except for lines.
  ///
  /// - Returns: The text of the file.
  public func encoded() -> String {
    let included = includes.map { JSONValue.object(["include": .string($0)]) }
    return JSONValue.array(statements.map(\.json) + included).description
  }
}

extension AssetLinks.Statement {
  fileprivate var json: JSONValue {
    var members: [String: JSONValue] = ["relation": .strings(relations)]
    switch target {
    case .app(let package, let fingerprints):
      members["target"] = [
        "namespace": "android_app", "package_name": .string(package),
        "sha256_cert_fingerprints": .strings(fingerprints),
      ]
    case .site(let site):
      members["target"] = ["namespace": "web", "site": .string(site)]
    }
    if let rules {
      members["relation_extensions"] = .object([
        AssetLinks.handleAllURLs: ["dynamic_app_link_components": .array(rules.map(\.json))]
      ])
    }
    return .object(members)
  }
}
