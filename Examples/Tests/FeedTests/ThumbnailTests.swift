import Foundation
import Futures
import FuturesTesting
import Testing

@testable import feed

@Suite(.timeLimit(.minutes(10)))
struct ThumbnailTests {
  private let photos = FakePhotos()
  private let clock = ManualClock()
  private let background = ManualContext()
  private let store: ThumbnailStore

  init() {
    store = ThumbnailStore(photos: photos, clock: clock, decoding: background.context)
  }

  private func row(_ id: Int) -> PostModel {
    PostModel(.sample(id), service: FakeFeed(), thumbnails: store)
  }

  @Test func isDecodedInTheBackground() async throws {
    let row = row(1)
    let thumbnail = row.appear()
    try await photos.downloads.waitForCalls()
    try photos.downloads.succeed(blackPhoto)

    try await background.waitForJobs()
    #expect(row.thumbnail == nil)
    try await clock.run(until: thumbnail, on: background)
    #expect(row.thumbnail?.shades == "░░░░")
    #expect(clock.pendingTimers.isEmpty)
  }

  @Test func rowsWithOnePhotoShareItsDownload() async throws {
    let rows = [row(1), row(1)]
    let thumbnails = rows.map { $0.appear() }
    try await photos.downloads.waitForCalls()
    rows[0].disappear()
    #expect(thumbnails[0].currentError is CancellationError)

    try photos.downloads.succeed(blackPhoto)
    try await clock.run(until: thumbnails[1], on: background)
    #expect(row(1).appear().isSettled)
    #expect(photos.downloads.inputs.count == 1)
  }

  @Test func fourAreDownloadedAtATime() async throws {
    let rows = (0..<6).map { row($0) }
    for row in rows { row.appear() }
    try await photos.downloads.waitForCalls(4)

    // The fifth row is gone before its turn.
    rows[4].disappear()
    try photos.downloads.succeed(blackPhoto)
    try await photos.downloads.waitForCalls(inAll: 5)
    #expect(photos.downloads.inputs[4].lastPathComponent == "5")
  }

  @Test func aDownloadStopsWithTheLastRow() async throws {
    var rows = [row(1), row(1)]
    for row in rows { row.appear() }
    try await photos.downloads.waitForCalls()

    rows.removeAll()
    let download = photos.downloads.futures[0]
    await #expect(throws: CancellationError.self) { try await download.value }
  }

  @Test func aLateDownloadIsStartedAnewWhenTheRowComesBack() async throws {
    let row = row(1)
    let thumbnail = row.appear()
    try await photos.downloads.waitForCalls()
    try await clock.run(until: thumbnail, on: background)
    #expect(thumbnail.currentError is TimeoutError)
    #expect(clock.now.offset == .seconds(15))

    row.appear()
    try await photos.downloads.waitForCalls(inAll: 2)
  }

  @Test func aDamagedPhotoIsNoThumbnail() async throws {
    let row = row(1)
    let thumbnail = row.appear()
    try await photos.downloads.waitForCalls()
    try photos.downloads.succeed(Data([1, 2, 3]))
    try await clock.run(until: thumbnail, on: background)
    #expect(thumbnail.currentError as? FeedError == .damagedPhoto)
  }
}
