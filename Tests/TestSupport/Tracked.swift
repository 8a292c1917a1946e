import Futures

/// Something for a closure to capture, to see whether the closure has been released.
package final class Tracked: Sendable {
  fileprivate let released = Promise<Void, any Error>()

  package init() {}

  deinit { released.succeed() }

  /// Does nothing; mentioned in a closure to capture the object.
  package func touch() {}
}

/// Knows whether an object is still there.
package struct WeakReference: Sendable {
  private weak let object: Tracked?
  private let released: Future<Void, any Error>

  package init(_ object: Tracked) {
    self.object = object
    released = object.released.future
  }

  package var isGone: Bool { object == nil }

  /// Waits until the object is gone.
  ///
  /// For those that are released by another thread just then; a minute is a failure.
  package func goes() async throws { try await released.timeout(.seconds(60)).value }
}
