internal import AppLinks

extension TagFault {
  /// Returns properties that App Links does not define.
  package static func properties(of tags: [AppLinkTag]) -> [TagFault] {
    var faults: [TagFault] = []
    for (index, tag) in tags.enumerated() where tag.isAppLink {
      let components = tag.components
      let limit = AppLinkNode.maximumComponents
      guard components.count <= limit else {
        let message = "The property has more than \(limit) components."
        faults.append(TagFault(.propertyTooDeep, at: index, message))
        continue
      }
      let platform = String(components[1])
      if let keys = TagVocabulary.keys[platform] {
        if components.count < 3 { continue }
        let key = components.dropFirst(2).joined(separator: ":")
        if let fault = unknownKey(key, keys, platform, index) { faults.append(fault) }
      } else {
        let meant = Spelling.closest(to: platform, in: TagVocabulary.platforms)
        faults.append(
          TagFault(
            .unknownPlatform,
            at: index,
            "'\(shown(platform))' is not a platform of App Links.",
            advice: meant.map { "Did you mean 'al:\($0)'?" }
          )
        )
      }
    }
    return faults
  }

  private static func unknownKey(
    _ key: String,
    _ keys: [String],
    _ platform: String,
    _ index: Int
  ) -> TagFault? {
    if keys.contains(key) || TagVocabulary.tolerated.contains("\(platform):\(key)") { return nil }
    var meant = Spelling.closest(to: key, in: keys)
    if meant == nil, let known = aliases[key] { meant = known.first(where: keys.contains) }
    var advice = meant.map { "Did you mean 'al:\(platform):\($0)'?" }
    if meant == nil, key == "should_fallback" { advice = "Did you mean 'al:web:should_fallback'?" }
    if meant == nil, key.utf8.starts(with: "url:".utf8) {
      advice = "Put the URL in 'al:\(platform):url'."
    }
    return TagFault(
      .unknownKey,
      at: index,
      "'\(platform)' has no key '\(shown(key))'.",
      advice: advice
    )
  }

  /// Names that authors use for keys, and the keys they may mean.
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
