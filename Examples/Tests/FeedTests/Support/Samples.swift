import Foundation

@testable import feed

nonisolated extension Post {
  static func sample(_ id: Int, likes: Int = 3) -> Post {
    Post(
      id: id,
      author: "Ada",
      text: "Post \(id)",
      photo: URL(filePath: "/photos/\(id)"),
      likes: Likes(count: likes, isMine: false)
    )
  }
}

nonisolated extension Page {
  static func sample(_ ids: ClosedRange<Int>, next: String? = nil) -> Page {
    Page(posts: ids.map { .sample($0) }, next: next)
  }
}

/// A photo of sixteen black dots.
nonisolated let blackPhoto = Data(repeating: 0, count: 16)
