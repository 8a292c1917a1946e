import AppLinks
import AppLinksResolving
import Foundation

/// A page, as far as it is known.
struct Page {
  /// The name of the page in messages: its URL or file.
  let name: String

  /// The requested URL, or `nil` for a file whose URL was not specified.
  let source: URLArgument?

  /// The URL after redirects, or `nil` if nothing was loaded.
  var finalURL: URL?

  /// The URLs from the source to the page, beginning with the source.
  ///
  /// The array is empty without redirects.
  var redirects: [URL] = []

  /// The status of the response, or `nil` if nothing was loaded.
  var status: Int?

  /// The irregularities of the transfer.
  var transferDiagnostics: [AppLinkDiagnostic] = []

  /// The content of the page's tags, or `nil` for the URL of an app, which has no page.
  var metadata: AppLinkMetadata?
}
