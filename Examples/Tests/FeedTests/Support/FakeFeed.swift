import Foundation
import Futures
import FuturesTesting

@testable import feed

/// A feed whose calls the tests answer.
nonisolated struct FakeFeed: FeedService {
  let pages = ManualCalls<String?, Page, any Error>()
  let searches = ManualCalls<String, [Post], any Error>()
  let likes = ManualCalls<Bool, Likes, any Error>()

  func page(from start: String?) -> Future<Page, any Error> { pages(start) }
  func posts(matching text: String) -> Future<[Post], any Error> { searches(text) }
  func setLiked(_ isLiked: Bool, post: Post.ID) -> Future<Likes, any Error> { likes(isLiked) }
}

/// Photos that the tests send.
nonisolated struct FakePhotos: PhotoService {
  let downloads = ManualCalls<URL, Data, any Error>()

  func photo(at url: URL) async throws -> Data { try await downloads.value(for: url) }
}
