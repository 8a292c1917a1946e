import Futures
import Observation

/// The feed, which supports pull to refresh and loads further pages when the user comes near the
/// end.
@Observable
final class FeedModel {
  enum Activity { case idle, refreshing, loadingMore }

  private(set) var posts: [PostModel] = []
  private(set) var activity = Activity.idle
  private(set) var notice: Notice?

  private let service: any FeedService
  private let thumbnails: ThumbnailStore
  @ObservationIgnored private var next: String?

  // One load at a time, so that a page never arrives in a list that it does not continue. The model
  // owns it: when the screen is gone for good, the load is cancelled.
  private let load = Latest<Page, any Error>()

  init(service: any FeedService, thumbnails: ThumbnailStore) {
    self.service = service
    self.thumbnails = thumbnails
  }

  /// Loads the first page again.
  ///
  /// It takes precedence over a further page that is being loaded.
  ///
  /// - Returns: The page, for a caller that waits for it. Pulling twice does not load twice.
  @discardableResult
  func refresh() -> Future<Page, any Error> {
    if activity == .refreshing, let running = load.future { return running }
    return begin(.refreshing, from: nil) { model, page in model.replacePosts(with: page) }
  }

  /// Loads the next page when the user comes near the end of the list.
  ///
  /// After a failure this does not load by itself; the user presses the button of the notice.
  func didShow(_ post: PostModel) {
    if notice == nil, posts.suffix(3).contains(where: { $0 === post }) { loadMore() }
  }

  /// Loads the next page, unless something is being loaded or the list is complete.
  func loadMore() {
    guard activity == .idle, let next else { return }
    begin(.loadingMore, from: next) { model, page in model.append(page) }
  }

  /// Stops what the screen loads.
  ///
  /// The content of the screen remains.
  func leave() {
    load.cancel()
    for post in posts { post.disappear() }
  }

  @discardableResult
  private func begin(
    _ activity: Activity,
    from start: String?,
    show: @escaping (FeedModel, Page) -> Void
  ) -> Future<Page, any Error> {
    let page = load.start { self.service.page(from: start) }
    // After `start`, which ends the activity of the load that it supersedes.
    self.activity = activity
    notice = nil
    page
      .onSuccess(for: self) { model, page in show(model, page) }
      .onFailure(for: self) { model, error in model.notice = Notice(about: error) }
      .onSettled(for: self) { model in model.activity = .idle }
    return page
  }

  /// Shows a fresh list.
  ///
  /// Rows that stay keep their thumbnails.
  private func replacePosts(with page: Page) {
    let known = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0) })
    posts = page.posts.map { post in
      guard let row = known[post.id] else { return row(for: post) }
      row.update(to: post)
      return row
    }
    next = page.next
  }

  /// Adds a page.
  ///
  /// Posts that have moved down since the page before are not shown twice.
  private func append(_ page: Page) {
    let known = Set(posts.map(\.id))
    posts += page.posts.filter { !known.contains($0.id) }.map(row)
    next = page.next
  }

  private func row(for post: Post) -> PostModel {
    PostModel(post, service: service, thumbnails: thumbnails)
  }
}
