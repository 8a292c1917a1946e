internal import AppLinks
internal import AppLinksResolving

extension AppLinkDescription {
  /// A tag, and the part of the description that it belongs to.
  struct Written {
    let tag: AppLinkTag

    /// The part, such as `targets[0]` or `web`.
    let part: String
  }

  /// The tags, whether or not they are valid.
  ///
  /// If there are several targets for a platform, a tag without content begins each of them. Such a
  /// tag also represents a target without values.
  var written: [Written] {
    var counts: [String: Int] = [:]
    for target in targets { counts[target.platform, default: 0] += 1 }

    var written: [Written] = []
    for (index, target) in targets.enumerated() {
      let prefix = "al:" + target.platform
      func add(_ property: String, _ content: String?) {
        let tag = AppLinkTag(property: property, content: content)
        written.append(Written(tag: tag, part: "targets[\(index)]"))
      }
      let values = target.values
      if counts[target.platform, default: 0] > 1 || values.allSatisfy({ $0.value == nil }) {
        add(prefix, nil)
      }
      for (key, value) in values {
        if let value { add("\(prefix):\(key)", value) }
      }
    }
    switch web {
    case .page: break
    case .url(let url):
      written.append(Written(tag: AppLinkTag(property: "al:web:url", content: url), part: "web"))
    case .forbidden:
      let tag = AppLinkTag(property: "al:web:should_fallback", content: "false")
      written.append(Written(tag: tag, part: "web"))
    }
    return written
  }
}

extension AppLinkTarget {
  /// The values with the names of their keys in tags.
  fileprivate var values: [(key: String, value: String?)] {
    switch self {
    case .apple(let app):
      [("url", app.rawURL), ("app_store_id", app.appStoreID), ("app_name", app.appName)]
    case .android(let app):
      [
        ("url", app.rawURL), ("package", app.packageName), ("class", app.className),
        ("app_name", app.appName),
      ]
    case .windows(let app):
      [("url", app.rawURL), ("app_id", app.appID), ("app_name", app.appName)]
    }
  }
}
