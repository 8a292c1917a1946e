package import AppLinks
internal import AppLinksResolving

extension AppLinkDiagnostic.Code {
  package static let emptyGroup = Self(rawValue: "empty-group")
  package static let splitGroup = Self(rawValue: "split-group")
}

/// Rules about the grouping of tags.
enum GroupRules: LintRule {
  static let explanations = [
    LintExplanation(
      .misalignedTags,
      .warning,
      """
      A group describes several apps, but not all of them completely. Readers pair the first \
      value of each key, then the second, and so on, regardless of the order of the tags.
      """,
      advice: TagFault.usualAdvice(for: .misalignedTags),
      example: """
        <meta property="al:android:package" content="com.example.old">
        <meta property="al:android:package" content="com.example.shop">
        <meta property="al:android:app_name" content="Shop">
        """
    ),
    LintExplanation(
      .emptyGroup,
      .warning,
      "A tag begins a group, but no tag of its platform follows, so it describes nothing.",
      advice: "Move the tag before the tags of the app, or remove it.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        <meta property="al:ios">
        """
    ),
    LintExplanation(
      .splitGroup,
      .warning,
      """
      A tag begins a group in the middle of what appears to be one app: the two groups have no \
      key in common.
      """,
      advice: "Move the tag before all tags of the app, or remove it.",
      example: """
        <meta property="al:ios:url" content="shop://socks/7">
        <meta property="al:ios">
        <meta property="al:ios:app_name" content="Shop">
        """
    ),
  ]

  static func check(_ subject: LintSubject, _ report: inout LintReport) {
    report.add(TagFault.columns(of: subject.grouped))
    if subject.page == nil { return }
    var previous: [String: TagGroup] = [:]
    for group in subject.appGroups {
      checkMarker(group, after: previous[group.platform], &report)
      previous[group.platform] = group
    }
  }

  private static func checkMarker(
    _ group: TagGroup,
    after previous: TagGroup?,
    _ report: inout LintReport
  ) {
    guard let marker = group.marker else { return }
    if group.keys.isEmpty {
      report.add(.emptyGroup, at: marker, "No tag of 'al:\(group.platform)' follows.")
      return
    }
    guard let previous, !previous.keys.isEmpty else { return }
    let isApart = Set(group.keys).isDisjoint(with: previous.keys)
    if isApart,
      group.platform != "android" || group["package"].isEmpty != previous["package"].isEmpty
    {
      let message = "The tags before it and the tags after it have no key in common."
      report.add(.splitGroup, at: marker, message)
    }
  }
}
