import AppLinksPublishing
import AppLinksResolving

/// A page as it was loaded, with the findings about its tags.
struct LinkedWebPage: Sendable {
  let resolution: AppLinkResolution
  let findings: [LintFinding]
  var page: LinkedPage
}
