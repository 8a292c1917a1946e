import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation
import ToolSupport

/// A site whose pages and association files are loaded.
struct WebSite: Sendable {
  let loader: WebPage
  let server: SiteServer?
  let copies: String?

  init(_ request: RequestOptions, _ site: SiteOptions) {
    loader = WebPage(request)
    server = site.server
    copies = site.cdn
  }

  /// Loads the association files of the host of a URL.
  func host(of url: String, named host: String? = nil) async throws(ToolError) -> LinkedHost {
    let host = host ?? (URLParts(url).host ?? "").lowercased()
    return try await loader.host(
      host,
      from: server.origin(ofFilesFor: url),
      copies: copies
    )
  }

  /// Loads a file, such as a sitemap.
  func file(at url: String, maximumBytes: Int) async throws(ToolError) -> WebFile {
    try await loader.file(at: server.request(for: url), maximumBytes: maximumBytes)
  }

  /// Loads the `robots.txt` of a host.
  ///
  /// - Parameter origin: The scheme, the host and the port.
  /// - Returns: The rules: they allow everything if there is no file, and nothing if the server
  ///   fails.
  /// - Throws: A ``ToolError`` if the server does not respond.
  func robots(of origin: String) async throws(ToolError) -> RobotsFile {
    let file = try await file(
      at: origin + "/robots.txt",
      maximumBytes: 4 * RobotsFile.maximumBytes
    )
    switch file.status {
    case 200..<300: return RobotsFile(file.body, for: "applinks")
    case 500...: return .closed
    default: return .empty
    }
  }

  /// Loads a page.
  func page(at url: String) async throws(ToolError) -> LinkedWebPage {
    let request = URLArgument(text: server.request(for: url))
    var loaded = try await loader.linkedPage(request)
    loaded.page.url = server.url(of: loaded.page.url, askedFor: url)
    loaded.page.redirects = loaded.page.redirects.map { server.url(of: $0, askedFor: url) }
    return loaded
  }
}
