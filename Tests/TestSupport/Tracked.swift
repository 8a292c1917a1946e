/// Something for a closure to capture, to see whether the closure has been released.
package final class Tracked: Sendable {
  package init() {}

  /// Does nothing; mentioned in a closure to capture the object.
  package func touch() {}
}

/// Knows whether an object is still there.
package struct WeakReference: Sendable {
  private weak let object: Tracked?

  package init(_ object: Tracked) { self.object = object }

  package var isGone: Bool { object == nil }
}
