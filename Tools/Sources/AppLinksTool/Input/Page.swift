import AppLinks
import AppLinksResolving
import Foundation

/// What is known about a page.
struct Page {
  /// What messages call it: its URL or file.
  let name: String

  /// The URL that was asked for; `nil` for a file of which nobody said where it belongs.
  let source: URLArgument?

  /// The URL after redirects; `nil` if nothing was fetched.
  var finalURL: URL?

  /// The URLs on the way from the source to the page, the source first; empty without redirects.
  var redirects: [URL] = []

  /// The status of the response; `nil` if nothing was fetched.
  var status: Int?

  /// What was odd on the way to the page.
  var transferDiagnostics: [AppLinkDiagnostic] = []

  /// What the tags of the page say; `nil` for a URL of an app, which has no page.
  var metadata: AppLinkMetadata?
}
