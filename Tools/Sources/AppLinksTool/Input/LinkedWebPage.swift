import AppLinksPublishing
import AppLinksResolving

/// A loaded page, with the findings about its tags.
struct LinkedWebPage: Sendable {
  let resolution: AppLinkResolution
  let findings: [LintFinding]
  var page: LinkedPage
}
