import Futures
import Observation

/// A row: a post with its thumbnail, which the user can like.
@Observable
final class PostModel: Identifiable {
  private(set) var post: Post
  /// The likes that the row shows; they change at once when the user likes the post.
  private(set) var likes: Likes
  private(set) var thumbnail: Thumbnail?
  private(set) var notice: Notice?

  private let service: any FeedService
  private let thumbnails: ThumbnailStore
  private let thumbnailLoad = Latest<Thumbnail, any Error>()
  @ObservationIgnored private var isSending = false

  var id: Post.ID { post.id }

  init(_ post: Post, service: any FeedService, thumbnails: ThumbnailStore) {
    self.post = post
    self.service = service
    self.thumbnails = thumbnails
    likes = post.likes
  }

  /// Shows the current state of the server, except for a like that is still being sent.
  func update(to post: Post) {
    self.post = post
    if !isSending { likes = post.likes }
  }
}

// MARK: - Thumbnail

extension PostModel {
  /// Loads the thumbnail when the row comes on screen.
  ///
  /// - Returns: The thumbnail. A row does not load it twice.
  @discardableResult
  func appear() -> Future<Thumbnail, any Error> {
    if let load = thumbnailLoad.future, load.currentError == nil { return load }
    return thumbnailLoad.start { self.thumbnails.thumbnail(at: self.post.photo) }
      .onSuccess(for: self) { row, thumbnail in row.thumbnail = thumbnail }
      .onFailure { _ in }  // The placeholder stays, and the next appearance loads again.
  }

  /// Stops waiting for the thumbnail.
  ///
  /// Other rows with the same photo still receive it.
  func disappear() { thumbnailLoad.cancel() }
}

// MARK: - Likes

extension PostModel {
  /// Shows the change at once, and takes it back if the server does not accept it.
  ///
  /// A like outlives the screen: its closures retain the row, so that a later change is sent even
  /// if the user has left.
  func toggleLike() {
    likes = likes.toggled
    notice = nil
    if !isSending { sendLike() }
  }

  private func sendLike() {
    isSending = true
    service.setLiked(likes.isMine, post: id)
      .onSuccess { self.didSend($0) }
      .onComplete { if case .failure(let error) = $0 { self.takeBack(after: error) } }
  }

  private func didSend(_ confirmed: Likes) {
    isSending = false
    post.likes = confirmed
    // The user may have pressed the button again meanwhile.
    if likes.isMine == confirmed.isMine { likes = confirmed } else { sendLike() }
  }

  private func takeBack(after error: any Error) {
    isSending = false
    likes = post.likes
    notice = Notice(about: error)
  }
}
