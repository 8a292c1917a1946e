import Futures
import FuturesTesting
import GatewayKit
import Testing

/// What both caches do with the pages of the same handler.
@Suite(.timeLimit(.minutes(10)))
struct CachedPagesTests {
  private let clock = ManualClock()
  private let handler = ScriptedPages()

  private func pages(_ style: PageStyle, count: Int = 10) -> any PageHandler {
    var retention = PageRetention(for: .seconds(60))
    retention.count = count
    return switch style {
    case .tenon: CachedFuturesPages(handler, keeping: retention, clock: clock)
    case .tasks: CachedTasksPages(handler, keeping: retention, clock: clock)
    }
  }

  @Test(arguments: PageStyle.allCases)
  func aPageIsKeptForItsLifetime(style: PageStyle) async throws {
    let pages = pages(style)
    handler.answer(1, with: .success(try .whole(1)))
    #expect(try await pages.page(1) == .whole(1))
    clock.advance(by: .seconds(59))
    #expect(try await pages.page(1) == .whole(1))
    #expect(handler.requests == [1])
    clock.advance(by: .seconds(1))
    #expect(try await pages.page(1) == .whole(1))
    #expect(handler.requests == [1, 1])
  }

  @Test(arguments: PageStyle.allCases)
  func aPageWithMissingPartsIsNotKept(style: PageStyle) async throws {
    let pages = pages(style)
    handler.answer(1, with: .success(try .withoutReviews(1)))
    #expect(try await pages.page(1).missing.count == 1)
    handler.answer(1, with: .success(try .whole(1)))
    #expect(try await pages.page(1).missing.isEmpty)
    #expect(handler.requests == [1, 1])
  }

  @Test(arguments: PageStyle.allCases)
  func anErrorIsNotKept(style: PageStyle) async throws {
    let pages = pages(style)
    handler.answer(1, with: .failure(.status(500)))
    await #expect(throws: UpstreamError.status(500)) { try await pages.page(1) }
    handler.answer(1, with: .success(try .whole(1)))
    #expect(try await pages.page(1) == .whole(1))
  }

  @Test(arguments: PageStyle.allCases)
  func theLeastRecentlyUsedPageMakesRoom(style: PageStyle) async throws {
    let pages = pages(style, count: 2)
    for id in [1, 2, 3] { handler.answer(id, with: .success(try .whole(id))) }
    for id in [1, 2, 1, 3, 1, 2] { #expect(try await pages.page(id).product.id == id) }
    #expect(handler.requests == [1, 2, 3, 2])
  }

  @Test(arguments: PageStyle.allCases)
  func requestsShareAPageAndOneThatIsCancelledLeavesTheOtherAlone(style: PageStyle) async throws {
    let pages = pages(style)
    let first = Task { try await pages.page(1) }
    try await handler.arrival(of: 1)
    let second = Task { try await pages.page(1) }
    first.cancel()
    let error = await #expect(throws: (any Error).self) { try await first.value }
    #expect(error.map(isCancellation) == true)
    // If the second one came after the first had left, it has begun another page.
    handler.answer(1, with: .success(try .whole(1)))
    #expect(try await second.value == .whole(1))
  }

  @Test(arguments: PageStyle.allCases)
  func theLastRequestToLeaveCancelsThePage(style: PageStyle) async throws {
    let pages = pages(style)
    let request = Task { try await pages.page(1) }
    try await handler.arrival(of: 1)
    request.cancel()
    try await handler.cancellation(of: 1)
    let error = await #expect(throws: (any Error).self) { try await request.value }
    #expect(error.map(isCancellation) == true)
  }

  @Test(arguments: PageStyle.allCases)
  func aHundredRequestsNeedOnePage(style: PageStyle) async throws {
    let pages = pages(style)
    try await withThrowingTaskGroup(of: ProductPage.self) { group in
      for _ in 0..<100 { group.addTask { try await pages.page(1) } }
      try await handler.arrival(of: 1)
      handler.answer(1, with: .success(try .whole(1)))
      for try await page in group { #expect(try page == .whole(1)) }
    }
    #expect(handler.requests == [1])
  }
}
