import Futures

/// A feed that gives each call more than one chance.
///
/// Each of three attempts may take ten seconds, with a growing pause after each failure. Only
/// temporary failures are retried. Cancelling the returned future stops the running attempt and the
/// pause.
nonisolated final class PatientFeed: FeedService {
  private let service: any FeedService
  private let clock: any Clock<Duration>
  private let policy = RetryPolicy(
    attempts: 3,
    backoff: .exponential(initial: .seconds(1)),
    shouldRetry: { error, _ in error is TimeoutError || (error as? FeedError)?.isTemporary == true }
  )

  init(_ service: any FeedService, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    self.clock = clock
  }

  func page(from start: String?) -> Future<Page, any Error> {
    patiently { self.service.page(from: start) }
  }

  func posts(matching text: String) -> Future<[Post], any Error> {
    patiently { self.service.posts(matching: text) }
  }

  func setLiked(_ isLiked: Bool, post: Post.ID) -> Future<Likes, any Error> {
    patiently { self.service.setLiked(isLiked, post: post) }
  }

  private func patiently<Value>(
    _ call: @escaping @Sendable () -> Future<Value, any Error>
  ) -> Future<Value, any Error> {
    Future.retry(policy, clock: clock) {
      // The scope of the attempt ends with it, and stops a call that is late.
      call().timeout(.seconds(10), clock: self.clock)
    }
  }
}
