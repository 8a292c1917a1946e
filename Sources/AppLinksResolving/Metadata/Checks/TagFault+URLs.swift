package import AppLinks

extension TagFault {
  /// Returns URLs of apps that are not valid URLs.
  package static func urls(of grouped: GroupedTags) -> [TagFault] {
    var faults: [TagFault] = []
    for group in grouped.appGroups {
      for entry in group["url"] {
        guard let text = grouped.plainValue(entry) else { continue }
        let url = URLParts(text)
        if !isParsable(url) {
          let message = "'\(shown(text))' is not a URL."
          faults.append(TagFault(.unparsableURL, at: entry.tag, message))
        } else if url.isWeb, !url.isWebPage {
          faults.append(TagFault(.missingHost, at: entry.tag, "'\(shown(text))' has no host."))
        }
        let scheme = url.normalizedScheme
        if scheme.utf8.contains(UInt8(ascii: "_")) {
          let message = "The scheme '\(shown(scheme))' contains an underscore."
          faults.append(TagFault(.underscoreInScheme, at: entry.tag, message))
        }
      }
    }
    return faults
  }

  /// Returns whether a text is a URL, ignoring underscores in its scheme.
  package static func isParsable(_ url: URLParts) -> Bool {
    let scheme = url.normalizedScheme
    let strict = String(scheme.map { $0 == "_" ? "-" : $0 })
    return URLText.parse(strict + url.text.dropFirst(scheme.count)) != nil
  }
}
