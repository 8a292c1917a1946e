import Futures
import Testing
import TestSupport

@Suite struct InterestCounterTests {
  private let promise = Promise<Int, any Error>()
  private let stops = Counter()

  private func counter() -> InterestCounter<Int, any Error> {
    let stops = stops
    return InterestCounter(promise.future) { stops.add() }
  }

  @Test func sharesHaveTheOutcomeOfTheSharedWork() {
    let counter = counter()
    let shares = [counter.share(), counter.share()]
    promise.succeed(4)
    #expect(shares.map(\.currentValue) == [4, 4])
    #expect(stops.value == 0)
  }

  @Test func theWorkGoesOnWhileSomebodyIsInterested() {
    let counter = counter()
    let first = counter.share()
    let second = counter.share()
    #expect(first.cancel())
    #expect(first.currentError is CancellationError)
    #expect(stops.value == 0)
    #expect(!second.isSettled)
    promise.succeed(2)
    #expect(second.currentValue == 2)
    #expect(stops.value == 0)
  }

  @Test func theLastOneThatCancelsStopsTheWork() {
    let counter = counter()
    let shares = (0..<3).map { _ in counter.share() }
    for share in shares.dropLast() { share.cancel() }
    #expect(stops.value == 0)
    shares.last?.cancel()
    #expect(stops.value == 1)
  }

  @Test func cancellingAShareTwiceCountsOnce() {
    let counter = counter()
    let first = counter.share()
    let second = counter.share()
    first.cancel()
    first.cancel()
    #expect(stops.value == 0)
    second.cancel()
    #expect(stops.value == 1)
  }

  @Test func theWorkIsStoppedOnlyOnRequest() {
    let counter = counter()
    counter.share().cancel()
    #expect(stops.value == 1)
    #expect(!promise.future.isSettled)
  }

  @Test func aShareMadeAfterTheStopCountsAgain() {
    let counter = counter()
    counter.share().cancel()
    let late = counter.share()
    #expect(!late.isSettled)
    late.cancel()
    #expect(stops.value == 2)
  }

  @Test func nothingIsStoppedOnceTheWorkHasEnded() {
    let counter = counter()
    let share = counter.share()
    promise.succeed(1)
    #expect(!share.cancel())
    #expect(!counter.share().cancel())
    #expect(stops.value == 0)
  }

  @Test func theCounterMayGoBeforeItsShares() {
    let share: Future<Int, any Error>
    do { share = counter().share() }
    share.cancel()
    #expect(stops.value == 1)
  }

  @Test func aDroppedShareKeepsCounting() {
    let counter = counter()
    do { _ = counter.share() }
    counter.share().cancel()
    #expect(stops.value == 0)
  }

  @Test func aWholeDownloadIsCancelledThroughIt() {
    let source = CancellationSource()
    let download = promise.future.map(cancellation: source.token) { $0 }
    let counter = InterestCounter(download) { source.cancel() }
    let list = counter.share()
    let detail = counter.share()
    list.cancel()
    #expect(!download.isSettled)
    detail.cancel()
    #expect(download.currentError is CancellationError)
    #expect(!promise.future.isSettled)
  }
}
