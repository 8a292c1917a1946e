internal import AppLinks
public import Foundation

/// A resolver that answers from a table, for tests and for pages that you know in advance.
///
/// ```swift
/// let resolver = StaticResolver([
///   URL(string: "https://shop.example/socks")!: AppLinkMetadata(tags: [
///     AppLinkTag(property: "al:ios:url", content: "shop://socks")
///   ])
/// ])
/// ```
///
/// URLs that request the same page share an answer, as in a ``CachingResolver``.
public struct StaticResolver: AppLinkPageResolving {
  private let pages: [PageKey: AppLinkMetadata]

  /// Creates a resolver.
  ///
  /// - Parameter pages: The metadata for each URL.
  public init(_ pages: [URL: AppLinkMetadata]) {
    let sorted = pages.sorted { $0.key.absoluteString < $1.key.absoluteString }
    self.pages = Dictionary(sorted.map { (PageKey($0.key), $0.value) }) { first, _ in first }
  }

  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: The metadata of the table. The URL of an app resolves to that app.
  /// - Throws: An ``AppLinkResolveError`` if the table has no entry for the URL.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    if let metadata = pages[PageKey(url)] {
      return AppLinkResolution(sourceURL: url, metadata: metadata)
    }
    if !URLParts(url).isWebPage { return try AppLinkResolution(directTo: url, policy: .standard) }
    throw AppLinkResolveError(
      .unknownURL,
      url: url,
      message: "the table has no entry for the URL; add one"
    )
  }
}
