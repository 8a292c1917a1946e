import Futures
import FuturesTesting
import Testing

@testable import feed

struct SearchTests {
  private let service = FakeFeed()
  private let clock = ManualClock()
  private let model: SearchModel

  init() { model = Self.model(service, clock) }

  private static func model(_ service: FakeFeed, _ clock: ManualClock) -> SearchModel {
    SearchModel(service: service, thumbnails: ThumbnailStore(photos: FakePhotos()), clock: clock)
  }

  @Test func startsWhenTheUserStopsTyping() throws {
    for text in ["h", "ha", "har"] {
      model.text = text
      clock.advance(by: .milliseconds(200))
    }
    #expect(service.searches.inputs.isEmpty)
    #expect(model.isSearching)

    clock.advance(by: .milliseconds(100))
    #expect(service.searches.inputs == ["har"])
    try service.searches.succeed([.sample(1), .sample(2)])
    #expect(model.results.map(\.id) == [1, 2])
    #expect(!model.isSearching)
  }

  @Test func aNewTextSupersedesARunningSearch() throws {
    model.text = "har"
    clock.advance(by: .milliseconds(300))
    model.text = "harb"
    #expect(service.searches.futures[0].currentError is CancellationError)
    #expect(model.isSearching)
    #expect(model.notice == nil)

    clock.advance(by: .milliseconds(300))
    try service.searches.succeed([.sample(3)], at: 1)
    #expect(model.results.map(\.id) == [3])
  }

  @Test func noTextIsNotSearched() throws {
    model.text = "har"
    clock.advance(by: .milliseconds(300))
    try service.searches.succeed([.sample(1)])

    model.text = "harb"
    model.text = "  "
    #expect(model.results.isEmpty)
    #expect(!model.isSearching)
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func aFailureIsTold() throws {
    model.text = "har"
    clock.advance(by: .milliseconds(300))
    try service.searches.fail(FeedError.offline)
    #expect(model.notice == Notice(about: FeedError.offline))
    #expect(!model.isSearching)
  }

  @Test func leavingStopsTheSearch() {
    model.text = "har"
    clock.advance(by: .milliseconds(300))
    model.leave()
    #expect(service.searches.pendingCount == 0)
    #expect(!model.isSearching)
    #expect(model.notice == nil)
  }

  @Test func noSearchStartsAfterTheModelIsReleased() {
    var model: SearchModel? = Self.model(service, clock)
    model?.text = "har"
    #expect(clock.pendingTimers.count == 1)

    model = nil
    #expect(clock.pendingTimers.isEmpty)
    #expect(service.searches.inputs.isEmpty)
  }
}
