import AppLinks
import AppLinksResolving
import Foundation
import ToolSupport

/// A page, with its content and transfer as far as they are known.
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

  /// Whether reports about the page hide secrets in URLs.
  var isRedacted = false
}

extension Page {
  /// The name of the page for reports.
  var shownName: String { source?.text == name ? shown(name) : name }

  /// Returns a URL for reports.
  func shown(_ url: String) -> String { isRedacted ? URLRedaction.standard.redacted(url) : url }

  /// Returns the page with the user's choice about secrets.
  func with(_ secrets: SecretDisplay?, isJSON: Bool) -> Page {
    var page = self
    page.isRedacted = secrets.isRedacted(isJSON: isJSON)
    return page
  }

  /// The page with all secrets.
  fileprivate var unredacted: Page {
    var page = self
    page.isRedacted = false
    return page
  }

  /// Returns a report for people, which ends with a note if it hides secrets.
  ///
  /// - Parameters:
  ///   - style: The style of the text.
  ///   - report: A closure that returns the report about a page.
  /// - Returns: The report about this page.
  func text(_ style: TextStyle, _ report: (Page) -> String) -> String {
    let text = report(self)
    return text == report(unredacted) ? text : text + SecretDisplay.footer(style)
  }
}
