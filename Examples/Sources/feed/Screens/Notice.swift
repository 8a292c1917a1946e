import Futures

/// A message to the user about an error.
struct Notice: Equatable {
  let text: String
  /// Whether the screen shows a retry button.
  let offersRetry: Bool

  /// Creates a notice about an error; `nil` if there is nothing to report.
  ///
  /// There is no notice for cancellation, because the user has moved on to something else.
  init?(about error: any Error) {
    switch error {
    case is CancellationError:
      return nil
    case is TimeoutError, FeedError.overloaded:
      (text, offersRetry) = ("The server is busy. Try again in a moment.", true)
    case FeedError.offline:
      (text, offersRetry) = ("You are offline. Check your connection.", true)
    case FeedError.signedOut:
      (text, offersRetry) = ("Sign in to do that.", false)
    default:
      (text, offersRetry) = ("Something went wrong. Try again.", true)
    }
  }
}
