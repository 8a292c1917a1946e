import AppLinks
import AppLinksPublishing
import AppLinksResolving
import Foundation

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
      copies: server == nil ? copies : nil
    )
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

/// A page as it was loaded, with the findings about its tags.
struct LinkedWebPage: Sendable {
  let resolution: AppLinkResolution
  let findings: [LintFinding]
  var page: LinkedPage
}
