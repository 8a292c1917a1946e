import AppLinks
import AppLinksResolving
import Foundation
import TestSupport

/// A transport that serves pages from a table.
struct FakeTransport: PageTransport {
  struct Page {
    var status = 200
    var headers: [String: String] = [:]
    var body = ""

    static func redirect(to location: String, status: Int = 302) -> Page {
      Page(status: status, headers: ["Location": location])
    }
  }

  /// The requests.
  let requests = Log<PageRequest>()
  private let page: @Sendable (PageRequest) async throws -> Page?

  init(_ page: @escaping @Sendable (PageRequest) async throws -> Page?) { self.page = page }

  init(_ pages: [String: Page]) { self.init { pages[$0.url.absoluteString] } }

  func load(_ request: PageRequest, into receiver: PageReceiver) async throws {
    requests.add(request)
    guard let page = try await page(request) else { throw URLError(.cannotFindHost) }
    guard receiver.receive(PageResponse(status: page.status, headers: page.headers)) else { return }
    receiver.receive(page.body.utf8)
  }
}
