internal import AppLinks

extension AssociationDescription {
  /// Returns the content of `apple-app-site-association`.
  ///
  /// Apps without an application identifier are left out.
  ///
  /// - Returns: The content.
  /// - Throws: An ``AssociationDescriptionError`` if an identifier is malformed, or if a path
  ///   cannot be a pattern.
  public func appleFile() throws(AssociationDescriptionError) -> AppleAppSiteAssociation {
    var file = AppleAppSiteAssociation()
    for app in apps {
      guard let id = app.appleID else { continue }
      guard AppleApplicationID.isWellFormed(id) else {
        throw AssociationDescriptionError(
          description: "'\(AppleApplicationID.asWritten(id))' is not an application "
            + "identifier. Write the prefix of ten characters, a dot and the bundle identifier."
        )
      }
      var rules: [AppleAppSiteAssociation.Rule] = []
      for (place, isExcluded) in app.places {
        let path = try place.applePattern()
        rules.append(.init(path: path, isExcluded: isExcluded ? true : nil))
      }
      file.entries.append(.init(appIDs: [id], rules: rules))
      if app.sharesCredentials { file.webCredentials.append(id) }
    }
    return file
  }

  /// Returns the content of `assetlinks.json`.
  ///
  /// Apps without a package are left out. Places become dynamic rules, which narrow the manifest
  /// from Android 15 on; for earlier releases, the manifest must declare the same places.
  ///
  /// - Returns: The content.
  /// - Throws: An ``AssociationDescriptionError`` if a package or a fingerprint is malformed, or if
  ///   a path cannot be a pattern.
  public func androidFile() throws(AssociationDescriptionError) -> AssetLinks {
    var file = AssetLinks()
    for app in apps {
      guard let package = app.package else { continue }
      guard AssetLinksParser.isPackage(package) else {
        throw AssociationDescriptionError(
          description: "'\(shown(package))' is not the name of a package, such as "
            + "'com.example.shop'."
        )
      }
      guard !app.fingerprints.isEmpty, app.fingerprints.allSatisfy(AssetLinks.isFingerprint) else {
        throw AssociationDescriptionError(
          description: "'\(shown(package))' needs SHA-256 fingerprints of 32 bytes in uppercase "
            + "with colons between them."
        )
      }
      var statement = AssetLinks.Statement.app(package, fingerprints: app.fingerprints)
      if app.sharesCredentials { statement.relations.append(AssetLinks.getLoginCredentials) }
      if app.opens != [.everything] || !app.excludes.isEmpty {
        var rules: [AssetLinks.Rule] = []
        for (place, isExcluded) in app.places {
          for path in try place.androidPatterns() {
            rules.append(.init(path: path, isExcluded: isExcluded))
          }
        }
        statement.rules = rules
      }
      file.statements.append(statement)
    }
    return file
  }
}

extension AssociationDescription.App {
  /// The places in the order of rules.
  fileprivate var places: [(place: AssociationDescription.Place, isExcluded: Bool)] {
    // On Android, an empty list of rules would match everything.
    excludes.map { ($0, true) } + opens.map { ($0, false) }
      + (opens.isEmpty ? [(.everything, true)] : [])
  }
}

extension AssociationDescription.Place {
  /// Returns the pattern for Apple devices, where the folder is part of what is in it.
  fileprivate func applePattern() throws(AssociationDescriptionError) -> String {
    switch self {
    case .everything: return "*"
    case .page(let path): return try plain(path).isEmpty ? "/" : try plain(path)
    case .folder(let path): return try plain(path) + "/*"
    }
  }

  /// Returns the patterns for Android, where slashes count and escapes are replaced.
  fileprivate func androidPatterns() throws(AssociationDescriptionError) -> [String] {
    switch self {
    case .everything: return ["*"]
    case .page(let path):
      let path = try decoded(path)
      return path.isEmpty ? ["/"] : [path, path + "/"]
    case .folder(let path):
      let path = try decoded(path)
      return path.isEmpty ? ["*"] : [path, path + "/*"]
    }
  }

  /// Returns a path without slashes at its end.
  private func plain(_ path: String) throws(AssociationDescriptionError) -> String {
    let special = Array("*?#$".utf8)
    guard path.utf8.first == UInt8(ascii: "/"),
      path.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !special.contains($0) })
    else {
      throw AssociationDescriptionError(
        description: "'\(shown(path))' is not a path for a rule. Write it as in a URL, beginning "
          + "with '/', with escapes and without '*', '?', '#' and '$'."
      )
    }
    var bytes = path.utf8[...]
    while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    return String(Substring(bytes))
  }

  private func decoded(_ path: String) throws(AssociationDescriptionError) -> String {
    let (text, isDamaged) = PercentCoding.decodeText(try plain(path).utf8)
    guard !isDamaged, !text.contains(where: { "*?".contains($0) }) else {
      throw AssociationDescriptionError(
        description: "'\(shown(path))' cannot be a path for Android, whose rules have no way to "
          + "write '*', '?' and bytes that are not UTF-8."
      )
    }
    return text
  }
}
