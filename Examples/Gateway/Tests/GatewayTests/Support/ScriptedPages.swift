import Foundation
import Futures
import GatewayKit
import Synchronization

/// A handler whose pages a test decides.
final class ScriptedPages: PageHandler {
  private struct Page {
    var answer = Promise<ProductPage, any Error>()
    let arrival = Promise<Void, any Error>()
    let cancellation = Promise<Void, any Error>()
  }

  private let pages = Mutex<[Int: Page]>([:])
  private let made = Mutex<[Int]>([])

  /// The products whose pages were asked for, in order.
  var requests: [Int] { made.withLock { $0 } }

  func page(_ id: Int) async throws -> ProductPage {
    made.withLock { $0.append(id) }
    let page = page(of: id)
    page.arrival.succeed()
    return try await withTaskCancellationHandler {
      try await page.answer.future.value
    } onCancel: {
      page.cancellation.succeed()
    }
  }

  /// Decides what the page of a product is, for requests that wait for it and for later ones.
  func answer(_ id: Int, with answer: Result<ProductPage, UpstreamError>) {
    let waiting = page(of: id).answer
    let next = waiting.future.isSettled ? Promise<ProductPage, any Error>() : waiting
    pages.withLock { $0[id]?.answer = next }
    next.complete(answer.mapError { $0 })
  }

  /// Waits until a page is asked for.
  func arrival(of id: Int) async throws { try await page(of: id).arrival.future.value }

  /// Waits until a request is cancelled.
  func cancellation(of id: Int) async throws { try await page(of: id).cancellation.future.value }

  private func page(of id: Int) -> Page {
    pages.withLock { pages in
      if let page = pages[id] { return page }
      let new = Page()
      pages[id] = new
      return new
    }
  }
}

extension ProductPage {
  /// A page that lacks nothing.
  static func whole(_ id: Int) throws -> ProductPage {
    try decoded(#"{"product":{"id":\#(id),"name":"Lamp"},"missing":[]}"#)
  }

  /// A page without reviews.
  static func withoutReviews(_ id: Int) throws -> ProductPage {
    try decoded(
      #"{"product":{"id":\#(id),"name":"Lamp"},"missing":[{"part":"reviews","reason":"late"}]}"#
    )
  }

  private static func decoded(_ json: String) throws -> ProductPage {
    try JSONDecoder().decode(ProductPage.self, from: Data(json.utf8))
  }
}
