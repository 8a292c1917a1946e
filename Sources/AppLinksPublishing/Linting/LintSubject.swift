internal import AppLinks
internal import AppLinksResolving

/// What rules look at: the tags of a page or of a description.
struct LintSubject {
  /// The tags with the groups that they form.
  let grouped: GroupedTags

  /// What is known only of a page; `nil` for a description.
  let page: LintedPage?

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - tags: The tags.
  ///   - page: What is known only of a page.
  ///   - diagnostics: What the scanner found odd.
  init(tags: [AppLinkTag], page: LintedPage? = nil, diagnostics: [AppLinkDiagnostic] = []) {
    grouped = GroupedTags(tags, diagnostics: diagnostics)
    self.page = page
  }

  var tags: [AppLinkTag] { grouped.tags }

  /// The tags by group, in the order of the page.
  var groups: [TagGroup] { grouped.groups }

  /// The groups of platforms with apps, that is of all known ones but the web.
  var appGroups: [TagGroup] { grouped.appGroups }

  /// The groups of `al:web`, of which only the first counts.
  var webGroups: [TagGroup] { grouped.webGroups }

  /// A value that is worth a closer look.
  ///
  /// Values that are empty, have white space around them or control characters in them get a
  /// finding of their own, and nothing else needs to be said about them.
  func plainValue(_ entry: TagGroup.Entry) -> String? { grouped.plainValue(entry) }
}
