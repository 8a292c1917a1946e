public import AppLinksResolving
public import Foundation

extension AppLinkLinter {
  /// Loads a page and finds mistakes in its tags.
  ///
  /// ```swift
  /// let (_, findings) = try await AppLinkLinter().lint(
  ///   url,
  ///   using: HTTPResolver()
  /// )
  /// ```
  ///
  /// The resolver decides which redirects it follows and how long that may take. The linter reads
  /// ``maximumBytes`` of the page, even if the resolver itself reads less. Cancelling the task
  /// closes the connection.
  ///
  /// - Parameters:
  ///   - url: The URL of a page.
  ///   - resolver: The resolver that loads the page.
  /// - Returns: How the page was reached and what its tags say, and the findings in the order of
  ///   the page. Findings about the whole page come first.
  /// - Throws: An `AppLinkResolveError` if the page cannot be loaded or if the URL is that of an
  ///   app, or `CancellationError` if the task is cancelled.
  public nonisolated(nonsending) func lint(
    _ url: URL,
    using resolver: HTTPResolver
  ) async throws -> (resolution: AppLinkResolution, findings: [LintFinding]) {
    let page = try await resolver.page(at: url, maximumBytes: maximumBytes)
    return (page.resolution, lint(page.body, contentType: page.contentType))
  }
}
