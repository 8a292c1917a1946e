import Futures
import Testing

@testable import feed

struct NoticeTests {
  private nonisolated static let errors: [any Error] = [
    FeedError.offline, FeedError.overloaded, FeedError.signedOut, FeedError.damagedPhoto,
    TimeoutError(limit: .seconds(1)),
  ]

  @Test(arguments: errors)
  func anErrorIsToldInASentence(error: any Error) throws {
    let notice = try #require(Notice(about: error))
    #expect(notice.text.hasSuffix("."))
    #expect(!notice.text.contains("Error"))
  }

  @Test func cancellationIsNotTold() {
    #expect(Notice(about: CancellationError()) == nil)
  }

  @Test func tryingAgainIsNotOfferedWhereItCannotHelp() {
    #expect(Notice(about: FeedError.signedOut)?.offersRetry == false)
    #expect(Notice(about: FeedError.offline)?.offersRetry == true)
  }
}
