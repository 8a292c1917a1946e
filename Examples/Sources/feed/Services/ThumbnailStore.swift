import Foundation
import Futures

/// A store of thumbnails for all screens: each is downloaded once, four at a time, and kept.
///
/// When the last row that waits for a thumbnail is gone, the download stops or leaves the queue.
final class ThumbnailStore {
  private let photos: any PhotoService
  private let clock: any Clock<Duration>
  private let decoding: ExecutionContext
  private let thumbnails = SharedLoads<URL, Thumbnail, any Error>(keeping: .upTo(200))
  private let downloads = ConcurrencyLimit(4)

  init(
    photos: any PhotoService,
    clock: any Clock<Duration> = ContinuousClock(),
    decoding: ExecutionContext = .global(qos: .userInitiated)
  ) {
    self.photos = photos
    self.clock = clock
    self.decoding = decoding
  }

  func thumbnail(at url: URL) -> Future<Thumbnail, any Error> {
    thumbnails.load(url) {
      self.downloads.run {
        try await withTimeout(.seconds(15), clock: self.clock) {
          try await self.photos.photo(at: url)
        }
      }
      .on(self.decoding).map { photo in try Thumbnail(photo: photo) }
    }
  }
}
