import Futures
import FuturesTesting
import Testing

@testable import feed

struct PagingTests {
  private let service = FakeFeed()
  private let model: FeedModel

  init() throws {
    model = FeedModel(service: service, thumbnails: ThumbnailStore(photos: FakePhotos()))
    model.refresh()
    try service.pages.succeed(.sample(1...6, next: "B"))
  }

  @Test func theEndOfTheListLoadsTheNextPage() throws {
    model.didShow(model.posts[3])
    #expect(model.activity == .loadingMore)
    #expect(service.pages.inputs == [nil, "B"])

    try service.pages.succeed(.sample(7...9))
    #expect(model.posts.map(\.id) == Array(1...9))
    #expect(model.activity == .idle)
  }

  @Test func rowsFarFromTheEndLoadNothing() {
    for row in model.posts[0...2] { model.didShow(row) }
    #expect(service.pages.inputs.count == 1)
  }

  @Test func scrollingAroundTheEndLoadsOnce() throws {
    for row in model.posts { model.didShow(row) }
    for row in model.posts.reversed() { model.didShow(row) }
    #expect(service.pages.inputs.count == 2)
  }

  @Test func theLastPageEndsTheList() throws {
    model.loadMore()
    try service.pages.succeed(.sample(7...9, next: nil))

    for row in model.posts { model.didShow(row) }
    #expect(service.pages.inputs.count == 2)
  }

  @Test func postsThatHaveMovedDownAreShownOnce() throws {
    model.loadMore()
    try service.pages.succeed(.sample(5...8))
    #expect(model.posts.map(\.id) == Array(1...8))
  }

  @Test func aRefreshTakesPrecedenceOverAPage() throws {
    model.loadMore()
    model.refresh()
    #expect(service.pages.futures[1].currentError is CancellationError)
    #expect(model.activity == .refreshing)
    #expect(model.notice == nil)

    try service.pages.succeed(.sample(0...2))
    #expect(model.posts.map(\.id) == [0, 1, 2])
    #expect(model.activity == .idle)
  }

  @Test func aPageDuringARefreshIsNotLoaded() {
    model.refresh()
    model.didShow(model.posts[5])
    #expect(service.pages.inputs.count == 2)
  }

  @Test func aPageThatFailedWaitsForTheButton() throws {
    model.loadMore()
    try service.pages.fail(FeedError.overloaded)
    #expect(model.notice?.offersRetry == true)

    model.didShow(model.posts[5])
    #expect(service.pages.inputs.count == 2)
    model.loadMore()
    #expect(service.pages.inputs == [nil, "B", "B"])
    #expect(model.notice == nil)
  }
}
