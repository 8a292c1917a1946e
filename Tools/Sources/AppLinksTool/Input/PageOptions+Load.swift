import AppLinks
import AppLinksResolving
import ToolSupport

extension PageOptions {
  /// Loads the page and reads its tags.
  func load(on console: Console) async throws(ToolError) -> Page {
    switch page {
    case .web(let url):
      let resolution = try await WebPage(request).resolve(url)
      return Page(
        name: url.text,
        source: url,
        finalURL: resolution.finalURL,
        redirects: resolution.redirects,
        status: resolution.status,
        transferDiagnostics: resolution.transferDiagnostics,
        metadata: resolution.metadata
      )
    case .app(let url):
      if SchemePolicy.standard.verdict(for: URLParts(url.text), as: .app) == .refused {
        throw ToolError(
          .usage,
          "'\(url.text)' has a scheme that is never opened. Specify a page or the URL of an app."
        )
      }
      return Page(name: url.text, source: url)
    case .file, .standardInput:
      var scanner = AppLinkScanner(
        options: .init(maximumBytes: AppLinkScanner.Options.usualMaximumBytes)
      )
      var isEmpty = true
      try LocalPage.read(page, on: console) { bytes in
        isEmpty = false
        return scanner.feed(bytes)
      }
      if isEmpty { throw LocalPage.emptyPage(page) }
      return Page(name: page.name, source: source, metadata: scanner.finish())
    }
  }
}
