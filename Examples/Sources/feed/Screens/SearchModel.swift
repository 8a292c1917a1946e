import Foundation
import Futures
import Observation

/// The search, which starts when the user stops typing and shows only the results for the last
/// text.
@Observable
final class SearchModel {
  /// The text of the search field.
  var text = "" {
    didSet { if text != oldValue { textDidChange() } }
  }
  private(set) var results: [PostModel] = []
  private(set) var isSearching = false
  private(set) var notice: Notice?

  private let service: any FeedService
  private let thumbnails: ThumbnailStore
  private let clock: any Clock<Duration>
  private let search = Latest<[Post], any Error>()

  init(
    service: any FeedService,
    thumbnails: ThumbnailStore,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.service = service
    self.thumbnails = thumbnails
    self.clock = clock
  }

  /// Stops the search.
  ///
  /// The results remain.
  func leave() { search.cancel() }

  private func textDidChange() {
    let text = text.trimmingCharacters(in: .whitespaces)
    search.cancel()
    notice = nil
    if text.isEmpty { return results = [] }

    // Captures the service instead of the model, so that the pause does not retain the model: when
    // the model is released, the search ends.
    let found = search.debounce(.milliseconds(300), clock: clock) { [service] in
      service.posts(matching: text)
    }
    isSearching = true
    found
      .onSuccess(for: self) { model, posts in model.show(posts) }
      .onFailure(for: self) { model, error in model.notice = Notice(about: error) }
      .onSettled(for: self) { model in model.isSearching = false }
  }

  private func show(_ posts: [Post]) {
    results = posts.map { PostModel($0, service: service, thumbnails: thumbnails) }
  }
}
