internal import Futures

/// The outcome of a run, for its observers.
final class RunResult<Output: Sendable>: Sendable {
  private let content = Locked<Result<Output, any Error>?>(nil)

  /// The outcome; `nil` until the run has ended, and if it was cancelled.
  var value: Result<Output, any Error>? { content.withLock { $0 } }

  func store(_ result: Result<Output, any Error>) { content.withLock { $0 = result } }
}
