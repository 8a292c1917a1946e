package import AppLinks

extension TagFault {
  /// Returns tags for the web that have no effect, or not the effect that they name.
  package static func web(of grouped: GroupedTags) -> [TagFault] {
    let groups = grouped.webGroups
    var faults: [TagFault] = []
    if let entry = groups.first?["url"].first, let text = grouped.plainValue(entry),
      let fault = webURL(text, entry.tag)
    {
      faults.append(fault)
    }
    var isForbidden = false
    if let entry = groups.first?["should_fallback"].first, let value = entry.value {
      isForbidden = AppLinkMetadata.forbidsWebFallback(value)
      if let word = grouped.plainValue(entry)?.lowercased(), !["true", "false"].contains(word) {
        let meaning = isForbidden ? "false" : "true"
        faults.append(
          TagFault(
            .malformedShouldFallback,
            at: entry.tag,
            "'\(shown(word))' is neither 'true' nor 'false' and counts as '\(meaning)'.",
            advice: isForbidden ? "Write 'false'." : nil
          )
        )
      }
    }
    return faults + ignored(groups, isForbidden: isForbidden)
  }

  private static func webURL(_ text: String, _ tag: Int) -> TagFault? {
    let url = URLParts(text)
    if URLText.parse(text) == nil {
      return TagFault(.unparsableWebURL, at: tag, "'\(shown(text))' is not a URL.")
    }
    if lacksHost(url) { return TagFault(.missingHost, at: tag, "'\(shown(text))' has no host.") }
    if url.normalizedScheme.isEmpty || url.isWeb { return nil }
    return TagFault(.webURLNotWeb, at: tag, "'\(shown(text))' is not an http or https URL.")
  }

  /// Returns whether a URL, which can be relative, requires a host and has none.
  package static func lacksHost(_ url: URLParts) -> Bool {
    url.isWeb ? !url.isWebPage : url.scheme == nil && url.host?.isEmpty == true
  }

  private static func ignored(_ groups: [TagGroup], isForbidden: Bool) -> [TagFault] {
    var faults: [TagFault] = []
    for (index, group) in groups.enumerated() {
      for key in TagVocabulary.keys["web", default: []] {
        let isForbiddenURL = index == 0 && key == "url" && isForbidden
        for entry in group[key].dropFirst(index == 0 && !isForbiddenURL ? 1 : 0) {
          let message =
            isForbiddenURL
            ? "The URL has no effect, because 'al:web:should_fallback' disallows the fallback."
            : "The tag has no effect, because only the first one counts."
          faults.append(TagFault(.ignoredWebTag, at: entry.tag, message))
        }
      }
    }
    return faults
  }
}
