import Foundation
import Futures
import Synchronization

/// An in-memory server with a feed of ten posts.
///
/// It is down for the first call and refuses likes of one post.
nonisolated final class SampleServer: FeedService, PhotoService {
  private static let latency = Duration.milliseconds(150)
  private static let pageSize = 6
  private static let feed: [(author: String, text: String)] = [
    ("Ada", "Sunrise over the harbour"), ("Ben", "The first asparagus"),
    ("Chidi", "Rain on the tram"), ("Dora", "A cat that does not care"),
    ("Ada", "Harbour cranes at noon"), ("Emil", "Bread, second attempt"),
    ("Fatima", "Fog in the valley"), ("Ben", "Someone else's garden"),
    ("Dora", "The same cat, still asleep"), ("Emil", "Night ferry in the harbour"),
  ]

  private let clock: any Clock<Duration>
  private let isDown = Mutex(true)
  private let posts = Mutex(SampleServer.feed.indices.map(SampleServer.post))

  init(clock: any Clock<Duration>) { self.clock = clock }

  func page(from start: String?) -> Future<Page, any Error> {
    answer {
      let wasDown = self.isDown.withLock { isDown in
        defer { isDown = false }
        return isDown
      }
      if wasDown { throw FeedError.offline }
      let posts = self.posts.withLock { $0 }
      let first = start.flatMap(Int.init) ?? 0
      let end = min(first + Self.pageSize, posts.count)
      return Page(posts: Array(posts[first..<end]), next: end < posts.count ? "\(end)" : nil)
    }
  }

  func posts(matching text: String) -> Future<[Post], any Error> {
    answer {
      self.posts.withLock { $0.filter { $0.text.localizedCaseInsensitiveContains(text) } }
    }
  }

  func setLiked(_ isLiked: Bool, post: Post.ID) -> Future<Likes, any Error> {
    answer {
      if post == 4 { throw FeedError.signedOut }
      return self.posts.withLock { posts in
        if posts[post].likes.isMine != isLiked { posts[post].likes = posts[post].likes.toggled }
        return posts[post].likes
      }
    }
  }

  func photo(at url: URL) async throws -> Data {
    try await clock.sleep(for: Self.latency)
    let seed = Int(url.lastPathComponent) ?? 0
    return Data((0..<64).map { pixel in UInt8((pixel % 8 * (seed + 3) * 17 + seed * 90) % 256) })
  }

  private func answer<Value>(
    _ value: @escaping @Sendable () throws -> Value
  ) -> Future<Value, any Error> {
    Future<Void, any Error>.after(Self.latency, clock: clock).map { try value() }
  }

  private static func post(_ index: Int) -> Post {
    Post(
      id: index,
      author: feed[index].author,
      text: feed[index].text,
      photo: URL(filePath: "/photos/\(index)"),
      likes: Likes(count: (index * 7 + 3) % 20, isMine: false)
    )
  }
}
