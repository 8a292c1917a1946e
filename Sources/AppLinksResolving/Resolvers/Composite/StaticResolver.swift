internal import AppLinks
public import Foundation

/// Answers from a table, without a network: for tests, and for pages that are known in advance.
///
/// ```swift
/// let resolver = StaticResolver([
///   URL(string: "https://shop.example/socks")!: AppLinkMetadata(tags: [
///     AppLinkTag(property: "al:ios:url", content: "shop://socks")
///   ])
/// ])
/// ```
///
/// URLs that ask a server for the same share an answer, as in a ``CachingResolver``.
public struct StaticResolver: AppLinkPageResolving {
  private let pages: [PageKey: AppLinkMetadata]

  /// Makes a resolver.
  ///
  /// - Parameter pages: What is said about each URL.
  public init(_ pages: [URL: AppLinkMetadata]) {
    let sorted = pages.sorted { $0.key.absoluteString < $1.key.absoluteString }
    self.pages = Dictionary(sorted.map { (PageKey($0.key), $0.value) }) { first, _ in first }
  }

  /// Resolves a URL.
  ///
  /// - Parameter url: The URL.
  /// - Returns: What the table says about it. The URL of an app leads to that app.
  /// - Throws: An ``AppLinkResolveError`` if the table says nothing.
  public nonisolated(nonsending) func resolve(_ url: URL) async throws -> AppLinkResolution {
    if let metadata = pages[PageKey(url)] {
      return AppLinkResolution(sourceURL: url, metadata: metadata)
    }
    if !URLParts(url).isWebPage { return try AppLinkResolution(directTo: url, policy: .standard) }
    throw AppLinkResolveError(
      .unknownURL,
      url: url,
      message: "there is no entry for it in the table; add one"
    )
  }
}
