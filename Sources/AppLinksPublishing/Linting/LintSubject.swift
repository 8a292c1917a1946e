internal import AppLinks
internal import AppLinksResolving

/// The tags of a page or of a description, for rules to check.
struct LintSubject {
  /// The tags and the groups that they form.
  let grouped: GroupedTags

  /// The facts that are known only about a page, or `nil` for a description.
  let page: LintedPage?

  /// Creates a subject.
  ///
  /// - Parameters:
  ///   - tags: The tags.
  ///   - page: The facts that are known only about a page.
  ///   - diagnostics: The diagnostics of the scanner.
  init(tags: [AppLinkTag], page: LintedPage? = nil, diagnostics: [AppLinkDiagnostic] = []) {
    grouped = GroupedTags(tags, diagnostics: diagnostics)
    self.page = page
  }

  var tags: [AppLinkTag] { grouped.tags }

  /// The tags by group, in the order of the page.
  var groups: [TagGroup] { grouped.groups }

  /// The groups that describe apps, that is, those of all known platforms except the web.
  var appGroups: [TagGroup] { grouped.appGroups }

  /// The groups of `al:web`.
  ///
  /// Only the first one counts.
  var webGroups: [TagGroup] { grouped.webGroups }

  /// Returns a value to check further, or `nil` if there is none.
  ///
  /// Values that are empty, padded or contain control characters have their own finding and need no
  /// further check.
  func plainValue(_ entry: TagGroup.Entry) -> String? { grouped.plainValue(entry) }
}
