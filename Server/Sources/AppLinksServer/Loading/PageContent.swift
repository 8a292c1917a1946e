package import AppLinksPublishing
package import AppLinksResolving

/// A loaded page: its tags, what they say in all vocabularies, and its problems.
package struct PageContent: KeptContent, Hashable {
  package static let kind = "page"

  /// The page's status, redirects and tags, or `nil` if it could not be loaded.
  package var resolution: AppLinkResolution?

  /// What is wrong with the tags.
  package var findings: [LintFinding] = []

  /// The page for checks against the files of its host.
  package var page: LinkedPage?

  /// The reason that the page could not be loaded.
  package var failure: LoadFailure?

  package var isFailure: Bool {
    failure != nil || (resolution?.status).map { $0 >= 500 || $0 == 429 } ?? false
  }
}
