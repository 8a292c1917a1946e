import Foundation
import Futures

/// A simulated user who opens the app, scrolls, likes, and searches; prints what the screens show.
final class Session {
  private let clock: any Clock<Duration>
  private let print: (String) -> Void
  private let feed: FeedModel
  private let search: SearchModel

  init(clock: any Clock<Duration> = ContinuousClock(), print: @escaping (String) -> Void) {
    let server = SampleServer(clock: clock)
    let service = PatientFeed(server, clock: clock)
    let thumbnails = ThumbnailStore(photos: server, clock: clock)
    self.clock = clock
    self.print = print
    feed = FeedModel(service: service, thumbnails: thumbnails)
    search = SearchModel(service: service, thumbnails: thumbnails, clock: clock)
  }

  func play() async throws {
    print("# open the feed; the first attempt fails")
    let first = feed.refresh()
    print("(\(feed.activity))")
    _ = await first.result
    await show(feed.posts, notice: feed.notice)

    print("# scroll to the end")
    if let last = feed.posts.last { feed.didShow(last) }
    print("(\(feed.activity))")
    try await clock.sleep(for: .seconds(1))
    await show(feed.posts.suffix(4), notice: feed.notice)

    print("# like two posts; the server accepts one of them")
    let liked = feed.posts[3...4]
    liked.forEach { $0.toggleLike() }
    liked.forEach { print(line(for: $0)) }
    try await clock.sleep(for: .seconds(1))
    liked.forEach { print(line(for: $0)) }

    print("# type \"harbour\"")
    for count in 1...7 {
      search.text = String("harbour".prefix(count))
      try await clock.sleep(for: .milliseconds(50))
    }
    print(search.isSearching ? "(searching)" : "(idle)")
    try await clock.sleep(for: .seconds(1))
    await show(search.results, notice: search.notice)
  }

  private func show(_ posts: some Sequence<PostModel>, notice: Notice?) async {
    _ = await posts.map { $0.appear() }.allSettled().value
    if let notice { print(notice.text) }
    for post in posts { print(line(for: post)) }
  }

  private func line(for row: PostModel) -> String {
    let heart = row.likes.isMine ? "♥" : "♡"
    let notice = row.notice.map { "  (\($0.text))" } ?? ""
    let thumbnail = row.thumbnail?.shades ?? "····"
    let count = "\(row.likes.count)".padding(toLength: 2, withPad: " ", startingAt: 0)
    return "\(thumbnail)  \(heart) \(count)  \(row.post.author): \(row.post.text)\(notice)"
  }
}
