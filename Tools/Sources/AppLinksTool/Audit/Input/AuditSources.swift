import AppLinks
import Foundation
import ToolSupport

/// Finds the pages of an audit from its targets.
struct AuditSources: Sendable {
  let site: WebSite
  let usesRobots: Bool
  let maximumPages: Int

  /// The maximum depth of sitemap indexes, and the maximum number of sitemaps to read.
  private static let maximumDepth = 3
  private static let maximumSitemaps = 1_000

  /// The pages, in order and without duplicates, and the sources that could not be read.
  struct Result {
    var pages: [String] = []
    var failures: [AuditRecord] = []

    fileprivate var known: Set<String> = []
    fileprivate var sitemaps: Set<String> = []

    /// Whether there are more pages than the limit.
    var isCut = false
  }

  func pages(of targets: [AuditTarget], on console: Console) async throws(ToolError) -> Result {
    var result = Result()
    for target in targets {
      switch target {
      case .page(let url): add(url, &result)
      case .sitemap(let url): try await addSitemap(url, depth: 0, &result)
      case .host(let origin): try await addHost(origin, &result)
      case .file(let path):
        let bytes = try LocalFile.bytes(at: path, on: console)
        if Sitemap.isSitemap(bytes) {
          try await addSitemap(bytes, path, depth: 0, &result)
        } else {
          try addList(bytes, path, &result)
        }
      }
    }
    return result
  }

  private func add(_ url: String, _ result: inout Result) {
    let parts = URLParts(url)
    guard parts.isWeb, parts.host?.isEmpty == false else {
      result.failures.append(AuditRecord(url: url, error: "it is not the URL of a web page"))
      return
    }
    guard result.pages.count < maximumPages else {
      result.isCut = true
      return
    }
    // A fragment is not part of the request.
    let page = String(url.prefix { $0 != "#" })
    if result.known.insert(page).inserted { result.pages.append(page) }
  }

  private func addList(
    _ bytes: [UInt8],
    _ path: String,
    _ result: inout Result
  ) throws(ToolError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ToolError(.failed, "'\(path)' is neither a sitemap nor a list of URLs in UTF-8.")
    }
    for line in text.split(whereSeparator: \.isNewline) {
      let url = line.trimmingCharacters(in: .whitespaces)
      if !url.isEmpty, !url.hasPrefix("#") { add(url, &result) }
    }
  }

  private func addHost(_ origin: String, _ result: inout Result) async throws(ToolError) {
    let robots = try await site.robots(of: origin)
    let sitemaps = robots.sitemaps.isEmpty ? [origin + "/sitemap.xml"] : robots.sitemaps
    for sitemap in sitemaps { try await addSitemap(sitemap, depth: 0, &result) }
  }

  private func addSitemap(
    _ url: String,
    depth: Int,
    _ result: inout Result
  ) async throws(ToolError) {
    guard result.sitemaps.count < Self.maximumSitemaps, result.sitemaps.insert(url).inserted else {
      return
    }
    do throws(ToolError) {
      let file = try await site.file(at: url, maximumBytes: Sitemap.maximumBytes)
      guard file.status == 200 else {
        result.failures.append(
          AuditRecord(url: url, error: "the sitemap has the status \(file.status)")
        )
        return
      }
      try await addSitemap(file.body, url, depth: depth, &result)
    } catch {
      guard error.code == .failed else { throw error }
      result.failures.append(AuditRecord(url: url, error: error.message))
    }
  }

  private func addSitemap(
    _ bytes: [UInt8],
    _ name: String,
    depth: Int,
    _ result: inout Result
  ) async throws(ToolError) {
    let sitemap: Sitemap
    do throws(SitemapError) {
      sitemap = try Sitemap(bytes)
    } catch {
      result.failures.append(AuditRecord(url: name, error: "the sitemap: \(error.reason)"))
      return
    }
    for page in sitemap.pages { add(page, &result) }
    guard depth < Self.maximumDepth else { return }
    for other in sitemap.sitemaps where !result.isCut {
      try await addSitemap(other, depth: depth + 1, &result)
    }
  }
}
