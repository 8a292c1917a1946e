import Futures

/// An object for a closure to capture, which shows whether the closure has been released.
package final class Tracked: Sendable {
  fileprivate let released = Promise<Void, any Error>()

  package init() {}

  deinit { released.succeed() }

  /// Does nothing, but captures the object when called in a closure.
  package func touch() {}
}

/// A reference that tells whether an object is still alive.
package struct WeakReference: Sendable {
  private weak let object: Tracked?
  private let released: Future<Void, any Error>

  package init(_ object: Tracked) {
    self.object = object
    released = object.released.future
  }

  package var isGone: Bool { object == nil }

  /// Waits until the object has been released.
  ///
  /// Use this method for an object that another thread is about to release. It fails after a
  /// minute.
  package func goes() async throws { try await released.timeout(.seconds(600)).value }
}
