package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let duplicateTag = Self(rawValue: "duplicate-tag")
  package static let duplicateTarget = Self(rawValue: "duplicate-target")
}

/// Rules about duplicates.
enum DuplicateRules: LintRule {
  static let explanations = [
    LintExplanation(
      .duplicateTag,
      .warning,
      "A group has a tag twice with the same value, so it describes another app.",
      advice: "Remove one of them.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        <meta property="al:ios:app_store_id" content="12345">
        <meta property="al:ios:url" content="shop://socks/7">
        """
    ),
    LintExplanation(
      .duplicateTarget,
      .warning,
      "Two groups describe the same app in the same way, so readers try it twice.",
      advice: "Remove one of them.",
      example: """
        <meta property="al:ios">
        <meta property="al:ios:url" content="shop://socks/7">
        <meta property="al:ios">
        <meta property="al:ios:url" content="shop://socks/7">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    var seen: Set<[String?]> = []
    for group in subject.appGroups {
      checkTags(group, &report)
      guard group.rowCount > 0, let keys = TagVocabulary.keys[group.platform] else { continue }
      let values = keys.flatMap { key in [key] + group[key].map(\.value) }
      if !seen.insert([group.platform] + values).inserted {
        let message = "An earlier group of 'al:\(group.platform)' describes the same app."
        report.add(.duplicateTarget, at: group.first, message)
      }
    }
  }

  private static func checkTags(_ group: TagGroup, _ report: inout LintReport) {
    // Two apps can share a name or a package. A repeated URL, or a repetition of all keys, is a
    // copy.
    let isCopy = isCopy(group)
    for key in TagVocabulary.keys[group.platform, default: []] {
      var seen: Set<String> = []
      for entry in group[key] {
        guard let value = entry.value, !seen.insert(value).inserted else { continue }
        guard key == "url" || isCopy else { continue }
        report.add(.duplicateTag, at: entry.tag, "The group already has '\(shown(value))'.")
      }
    }
  }

  /// Returns whether each key of a group has only one distinct value.
  private static func isCopy(_ group: TagGroup) -> Bool {
    TagVocabulary.keys[group.platform, default: []].allSatisfy { key in
      group[key].allSatisfy { $0.value == group[key].first?.value }
    }
  }
}
