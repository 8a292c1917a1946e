internal import AppLinks
package import Foundation

/// A page as a server sent it, and what its tags say.
package struct LoadedPage: Sendable, Hashable {
  /// What the tags say, and how the page was reached.
  package let resolution: AppLinkResolution

  /// The value of the header `Content-Type`; `nil` without one.
  package let contentType: String?

  /// The bytes of the page, as many as were read; none if the answer is no page.
  package let body: [UInt8]
}

extension HTTPResolver {
  /// Loads a page as it is, to look at more than its tags.
  ///
  /// It is loaded as for ``resolve(_:)``, with the same limits and redirects. Cancelling the task
  /// closes the connection.
  ///
  /// - Parameter url: A page.
  /// - Returns: The page.
  /// - Throws: An ``AppLinkResolveError``, or `CancellationError` if the task was cancelled. The
  ///   URL of an app is refused, since it has no page.
  package nonisolated(nonsending) func page(at url: URL) async throws -> LoadedPage {
    guard URLParts(url).isWeb else {
      throw AppLinkResolveError(
        .schemeRefused,
        url: url,
        message: "this is no page of the web; pass an http or https URL"
      )
    }
    return try await inTime(url) { try await load(url, keepsBody: true) }
  }
}
