import Futures
import FuturesTesting
import Testing

@testable import feed

struct PatientFeedTests {
  private let service = FakeFeed()
  private let clock = ManualClock()
  private let patient: PatientFeed

  init() { patient = PatientFeed(service, clock: clock) }

  @Test func triesAgainAfterGrowingPauses() throws {
    let page = patient.page(from: "B")
    try service.pages.fail(FeedError.offline)
    clock.advance(by: .seconds(1))
    try service.pages.fail(FeedError.overloaded)
    clock.advance(by: .seconds(2))
    try service.pages.succeed(.sample(1...3))

    #expect(page.currentValue == .sample(1...3))
    #expect(service.pages.inputs == ["B", "B", "B"])
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func givesUpAfterThreeAttempts() throws {
    let page = patient.page(from: nil)
    for pause in 1...3 {
      try service.pages.fail(FeedError.offline)
      clock.advance(by: .seconds(pause))
    }
    #expect(page.currentError as? FeedError == .offline)
    #expect(service.pages.inputs.count == 3)
  }

  @Test func stopsAnAttemptThatTakesTooLong() throws {
    let page = patient.page(from: nil)
    clock.advance(by: .seconds(10))
    #expect(service.pages.futures[0].currentError is CancellationError)

    try clock.run(until: page)
    #expect(page.currentError is TimeoutError)
    #expect(clock.now.offset == .seconds(10 + 1 + 10 + 2 + 10))
  }

  @Test func doesNotRepeatWhatTheServerRefuses() throws {
    let likes = patient.setLiked(true, post: 1)
    try service.likes.fail(FeedError.signedOut)
    #expect(likes.currentError as? FeedError == .signedOut)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func cancellingStopsTheAttempt() {
    let posts = patient.posts(matching: "har")
    posts.cancel()
    #expect(service.searches.pendingCount == 0)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func cancellingStopsThePause() throws {
    let posts = patient.posts(matching: "har")
    try service.searches.fail(FeedError.offline)
    posts.cancel()
    #expect(clock.pendingTimers.isEmpty)
  }
}
