import Futures
import FuturesTesting
import Testing

@testable import feed

@Suite(.timeLimit(.minutes(10)))
struct RefreshTests {
  private let service = FakeFeed()
  private let model: FeedModel

  init() {
    model = FeedModel(service: service, thumbnails: ThumbnailStore(photos: FakePhotos()))
  }

  @Test func showsTheFirstPage() throws {
    model.refresh()
    #expect(model.activity == .refreshing)
    #expect(service.pages.inputs == [nil])

    try service.pages.succeed(.sample(1...3))
    #expect(model.posts.map(\.id) == [1, 2, 3])
    #expect(model.activity == .idle)
  }

  @Test func pullingTwiceLoadsOnce() throws {
    let first = model.refresh()
    let second = model.refresh()
    #expect(service.pages.inputs.count == 1)

    try service.pages.succeed(.sample(1...3))
    #expect(first.currentValue == second.currentValue)
  }

  @Test func aFailureKeepsTheListAndSaysWhy() throws {
    model.refresh()
    try service.pages.succeed(.sample(1...3))

    model.refresh()
    try service.pages.fail(FeedError.offline)
    #expect(model.notice == Notice(about: FeedError.offline))
    #expect(model.activity == .idle)
    #expect(model.posts.count == 3)

    model.refresh()
    #expect(model.notice == nil)
  }

  /// SwiftUI would otherwise build new rows, which load their thumbnails again.
  @Test func rowsThatStayAreTheSame() throws {
    model.refresh()
    try service.pages.succeed(.sample(1...3))
    let rows = model.posts

    model.refresh()
    try service.pages.succeed(.sample(0...2))
    #expect(model.posts.map(\.id) == [0, 1, 2])
    #expect(model.posts[1] === rows[0])
    #expect(model.posts[2] === rows[1])
  }

  /// SwiftUI cancels the task of `.refreshable` when the view changes.
  @Test func theTaskThatWaitsMayBeCancelled() async throws {
    let refreshable = Task { try await model.refresh().value }
    try await service.pages.waitForCalls()
    refreshable.cancel()
    await #expect(throws: CancellationError.self) { try await refreshable.value }

    try service.pages.succeed(.sample(1...3))
    #expect(model.posts.count == 3)
    #expect(model.notice == nil)
  }

  @Test func leavingStopsTheLoadWithoutANotice() {
    model.refresh()
    model.leave()
    #expect(service.pages.futures[0].currentError is CancellationError)
    #expect(model.activity == .idle)
    #expect(model.notice == nil)
  }

  @Test func theLoadEndsWithTheModel() {
    var model: FeedModel? = FeedModel(
      service: service,
      thumbnails: ThumbnailStore(photos: FakePhotos())
    )
    model?.refresh()
    #expect(service.pages.pendingCount == 1)

    model = nil
    #expect(service.pages.pendingCount == 0)
  }
}
