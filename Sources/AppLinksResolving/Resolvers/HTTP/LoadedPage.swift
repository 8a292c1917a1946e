internal import AppLinks
package import Foundation

/// A page as the server sent it, and the content of its tags.
package struct LoadedPage: Sendable, Hashable {
  /// The content of the tags, and how the page was reached.
  package let resolution: AppLinkResolution

  /// The value of the `Content-Type` header, or `nil` if there is none.
  package let contentType: String?

  /// The bytes of the page that were read, possibly more than the limit.
  ///
  /// The array is empty if the response is not a page.
  package let body: [UInt8]
}

extension HTTPResolver {
  /// Loads a page with all of its bytes.
  ///
  /// The page is loaded as by ``resolve(_:)``, with the same redirects and time limits. Cancelling
  /// the task closes the connection.
  ///
  /// - Parameters:
  ///   - url: The URL of a page.
  ///   - maximumBytes: The number of bytes after which no more are loaded. The default is the limit
  ///     of the scanner, which in any case determines the tags that are read.
  /// - Returns: The page.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task is cancelled. The URL
  ///   of an app is an error, because it has no page.
  package nonisolated(nonsending) func page(
    at url: URL,
    maximumBytes: Int? = nil
  ) async throws -> LoadedPage {
    guard URLParts(url).isWeb else {
      throw AppLinkResolveError(
        .schemeRefused,
        url: url,
        message: "the URL has no page; pass an http or https URL"
      )
    }
    let limit = maximumBytes ?? options.scanner.maximumBytes ?? .max
    return try await inTime(url) { try await load(url, keptBytes: limit) }
  }
}
