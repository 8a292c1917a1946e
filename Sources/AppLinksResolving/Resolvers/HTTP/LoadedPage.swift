internal import AppLinks
package import Foundation

/// A page as the server sent it, and the content of its tags.
package struct LoadedPage: Sendable, Hashable {
  /// The content of the tags, and how the page was reached.
  package let resolution: AppLinkResolution

  /// The value of the `Content-Type` header, or `nil` if there is none.
  package let contentType: String?

  /// The bytes of the page that were read.
  ///
  /// The array is empty if the response is not a page.
  package let body: [UInt8]
}

extension HTTPResolver {
  /// Loads a page with all of its bytes.
  ///
  /// The page is loaded as by ``resolve(_:)``, with the same limits and redirects. Cancelling the
  /// task closes the connection.
  ///
  /// - Parameter url: The URL of a page.
  /// - Returns: The page.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task is cancelled. The URL
  ///   of an app is an error, because it has no page.
  package nonisolated(nonsending) func page(at url: URL) async throws -> LoadedPage {
    guard URLParts(url).isWeb else {
      throw AppLinkResolveError(
        .schemeRefused,
        url: url,
        message: "the URL has no page; pass an http or https URL"
      )
    }
    return try await inTime(url) { try await load(url, keepsBody: true) }
  }
}
