public import AppLinksResolving
public import Foundation

extension AppLinkLinter {
  /// Loads a page, finds mistakes in its tags, and reads its statements in all vocabularies.
  ///
  /// The method is like `lint(_:using:)`, and also returns the page, for a ``ConsistencyLinter``.
  ///
  /// - Parameters:
  ///   - url: The URL of a page.
  ///   - resolver: The resolver that loads the page.
  /// - Returns: How the page was reached, the findings about its tags, and the page.
  /// - Throws: An `AppLinkResolveError` if the page cannot be loaded or if the URL is that of an
  ///   app, or `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func linkedPage(
    at url: URL,
    using resolver: HTTPResolver
  ) async throws -> (resolution: AppLinkResolution, findings: [LintFinding], page: LinkedPage) {
    let loaded = try await resolver.page(at: url, maximumBytes: maximumBytes)
    let page = LinkedPage(
      html: loaded.body,
      url: loaded.resolution.finalURL?.absoluteString ?? url.absoluteString,
      redirects: loaded.resolution.redirects.map(\.absoluteString),
      contentType: loaded.contentType
    )
    return (loaded.resolution, lint(loaded.body, contentType: loaded.contentType), page)
  }
}
