import AppLinks
import ArgumentParser
import Foundation

/// The starting point of an audit.
enum AuditTarget: Sendable, Hashable {
  /// The URL of a page.
  case page(String)

  /// The URL of a sitemap, of an index of sitemaps, or of either in gzip.
  case sitemap(String)

  /// A host, by its scheme, name and port, whose sitemaps are looked up.
  case host(String)

  /// A file, or `-` for standard input, with a sitemap or with one URL on each line.
  case file(String)

  static func parse(_ text: String) throws -> AuditTarget {
    if text == "-" { return .file(text) }
    let parts = URLParts(text)
    if parts.isWeb {
      let url = try URLArgument.parsePage(text)
      if parts.path.isEmpty, parts.query == nil, parts.fragment == nil { return .host(url.text) }
      return isSitemap(parts.path) ? .sitemap(url.text) : .page(url.text)
    }
    if FileManager.default.fileExists(atPath: text) { return .file(text) }
    let isHost = text.contains(".") && !text.contains("/")
    guard isHost, let url = URLArgument(text: "https://" + text).url, url.host() != nil else {
      throw ValidationError(
        "It is neither the URL of a page or of a sitemap, nor a host, nor a file. Begin a URL with "
          + "'https://'."
      )
    }
    return .host("https://" + text)
  }

  private static func isSitemap(_ path: String) -> Bool {
    let path = path.lowercased()
    return path.hasSuffix(".xml") || path.hasSuffix(".xml.gz")
  }
}
