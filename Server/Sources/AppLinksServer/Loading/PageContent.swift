package import AppLinksPublishing
package import AppLinksResolving

/// A page as it was loaded: its tags, what they say in all vocabularies, and what is wrong.
package struct PageContent: KeptContent, Hashable {
  package static let kind = "page"

  /// How the page was reached and its tags, or `nil` if it could not be loaded.
  package var resolution: AppLinkResolution?

  /// What is wrong with the tags.
  package var findings: [LintFinding] = []

  /// The page for checks with the files of its host.
  package var page: LinkedPage?

  /// Why the page could not be loaded.
  package var failure: LoadFailure?

  package var isFailure: Bool {
    failure != nil || (resolution?.status).map { $0 >= 500 || $0 == 429 } ?? false
  }
}
