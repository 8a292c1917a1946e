import Futures

/// The feed on the server, as an SDK with futures offers it.
///
/// A service belongs to no actor: the main actor calls it, and so does code in the background.
nonisolated protocol FeedService: Sendable {
  /// Returns a part of the feed.
  ///
  /// - Parameter start: The `next` of the page before; `nil` for the first page.
  /// - Returns: The page.
  func page(from start: String?) -> Future<Page, any Error>

  /// Returns the posts that contain a text.
  func posts(matching text: String) -> Future<[Post], any Error>

  /// Sets whether the user likes a post.
  ///
  /// Setting the same state again changes nothing, so a caller may repeat the call.
  func setLiked(_ isLiked: Bool, post: Post.ID) -> Future<Likes, any Error>
}
