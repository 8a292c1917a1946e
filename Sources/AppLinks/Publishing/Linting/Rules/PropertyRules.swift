extension AppLinkDiagnostic.Code {
  /// A property names a platform that App Links does not know.
  public static let unknownPlatform = Self(rawValue: "unknown-platform")

  /// A property names a key that its platform does not have.
  public static let unknownKey = Self(rawValue: "unknown-key")

  /// A property has so many components that it is left out.
  public static let propertyTooDeep = Self(rawValue: "property-too-deep")
}

/// Whether properties are spelt right.
enum PropertyRules: LintRule {
  static let explanations = [
    LintExplanation(
      .unknownPlatform,
      .warning,
      "A property names a platform that App Links does not know, so no device uses it.",
      advice: "Name one of: \(platformList).",
      example: """
        <meta property="al:iso:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .unknownKey,
      .warning,
      "A property names a key that its platform does not have, so nobody uses it.",
      advice: "Correct the key, or remove the tag.",
      example: """
        <meta property="al:android:package_name" content="com.example.shop">
        """
    ),
    LintExplanation(
      .propertyTooDeep,
      .warning,
      "A property has more than \(AppLinkNode.maximumComponents) components and is left out.",
      advice: "Properties of App Links have three components, as in 'al:ios:url'.",
      example: """
        <meta property="al:ios:a:b:c:d:e:f:g" content="shop://socks/7">
        """
    ),
  ]

  private static let platformList = TagVocabulary.platforms.joined(separator: ", ")

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    for (index, tag) in subject.tags.enumerated() where tag.isAppLink {
      let components = tag.components
      guard components.count <= AppLinkNode.maximumComponents else {
        let limit = AppLinkNode.maximumComponents
        report.add(.propertyTooDeep, at: index, "The property has more than \(limit) components.")
        continue
      }
      let platform = String(components[1])
      if let keys = TagVocabulary.keys[platform] {
        if components.count > 2 {
          checkKey(components.dropFirst(2).joined(separator: ":"), keys, platform, index, &report)
        }
      } else {
        report.add(
          .unknownPlatform,
          at: index,
          "'\(shown(platform))' is not a platform of App Links.",
          advice: Spelling.closest(to: platform, in: TagVocabulary.platforms).map {
            "Did you mean 'al:\($0)'?"
          }
        )
      }
    }
  }

  private static func checkKey(
    _ key: String,
    _ keys: [String],
    _ platform: String,
    _ index: Int,
    _ report: inout LintReport
  ) {
    if keys.contains(key) || TagVocabulary.tolerated.contains("\(platform):\(key)") { return }
    var meant = Spelling.closest(to: key, in: keys)
    if meant == nil, let known = aliases[key] { meant = known.first(where: keys.contains) }
    var advice = meant.map { "Did you mean 'al:\(platform):\($0)'?" }
    if meant == nil, key == "should_fallback" { advice = "Did you mean 'al:web:should_fallback'?" }
    if meant == nil, key.utf8.starts(with: "url:".utf8) {
      advice = "Write the URL into 'al:\(platform):url'."
    }
    report.add(.unknownKey, at: index, "'\(platform)' has no key '\(shown(key))'.", advice: advice)
  }

  /// Names that people use for keys, and the keys that they may mean.
  private static let aliases: [String: [String]] = [
    "activity": ["class"],
    "app": ["app_name"],
    "appid": ["app_id", "app_store_id"],
    "appstore_id": ["app_store_id"],
    "class_name": ["class"],
    "deeplink": ["url"],
    "fallback": ["should_fallback"],
    "href": ["url"],
    "id": ["app_store_id", "app_id", "package"],
    "itunes_id": ["app_store_id"],
    "link": ["url"],
    "name": ["app_name"],
    "package_id": ["package"],
    "package_name": ["package"],
    "store_id": ["app_store_id", "app_id"],
    "title": ["app_name"],
    "uri": ["url"],
  ]
}
