import Foundation

/// A post, as the server sends it.
///
/// Services create posts in the background, so this type is not isolated to the main actor.
nonisolated struct Post: Identifiable, Hashable, Sendable {
  let id: Int
  let author: String
  let text: String
  let photo: URL
  var likes: Likes
}

/// The number of people who like a post, and whether the user is one of them.
nonisolated struct Likes: Hashable, Sendable {
  var count: Int
  var isMine: Bool

  /// The likes after the user has changed their mind.
  var toggled: Likes { Likes(count: count + (isMine ? -1 : 1), isMine: !isMine) }
}

/// A part of the feed.
nonisolated struct Page: Hashable, Sendable {
  let posts: [Post]
  /// The start of the next page; `nil` on the last page.
  let next: String?
}
