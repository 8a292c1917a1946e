import Futures
import FuturesTesting
import Testing

@testable import feed

struct LikeTests {
  private let service = FakeFeed()
  private let row: PostModel

  init() {
    row = PostModel(.sample(1), service: service, thumbnails: ThumbnailStore(photos: FakePhotos()))
  }

  @Test func isShownAtOnceAndThenConfirmed() throws {
    row.toggleLike()
    #expect(row.likes == Likes(count: 4, isMine: true))
    #expect(service.likes.inputs == [true])

    // Others have liked the post, too.
    try service.likes.succeed(Likes(count: 9, isMine: true))
    #expect(row.likes == Likes(count: 9, isMine: true))
  }

  @Test func isTakenBackIfTheServerRefuses() throws {
    row.toggleLike()
    try service.likes.fail(FeedError.signedOut)
    #expect(row.likes == Likes(count: 3, isMine: false))
    #expect(row.notice?.text == "Sign in to do that.")
    #expect(row.notice?.offersRetry == false)
  }

  @Test func aChangeOfMindIsSentAfterwards() throws {
    row.toggleLike()
    row.toggleLike()
    #expect(row.likes.isMine == false)
    #expect(service.likes.inputs == [true])

    try service.likes.succeed(Likes(count: 4, isMine: true))
    #expect(row.likes.isMine == false)
    #expect(service.likes.inputs == [true, false])

    try service.likes.succeed(Likes(count: 3, isMine: false))
    #expect(row.likes == Likes(count: 3, isMine: false))
  }

  @Test func twoChangesOfMindNeedNoSecondCall() throws {
    for _ in 1...3 { row.toggleLike() }
    try service.likes.succeed(Likes(count: 4, isMine: true))
    #expect(service.likes.inputs == [true])
    #expect(row.likes == Likes(count: 4, isMine: true))
  }

  @Test func aRefusalTakesBackToWhatTheServerConfirmed() throws {
    row.toggleLike()
    try service.likes.succeed(Likes(count: 8, isMine: true))
    row.toggleLike()
    try service.likes.fail(FeedError.offline)
    #expect(row.likes == Likes(count: 8, isMine: true))
  }

  @Test func aRefreshDoesNotUndoALikeOnItsWay() throws {
    row.toggleLike()
    row.update(to: .sample(1, likes: 5))
    #expect(row.likes.isMine)

    try service.likes.fail(FeedError.offline)
    #expect(row.likes == Likes(count: 5, isMine: false))
  }

  @Test func outlivesTheScreen() throws {
    var row: PostModel? = PostModel(
      .sample(1),
      service: service,
      thumbnails: ThumbnailStore(photos: FakePhotos())
    )
    weak let released = row
    row?.toggleLike()
    row?.toggleLike()
    row = nil
    try service.likes.succeed(Likes(count: 4, isMine: true))
    #expect(service.likes.inputs == [true, false])
    try service.likes.succeed(Likes(count: 3, isMine: false))
    #expect(released == nil)
  }
}
