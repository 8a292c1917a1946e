/// Something for a closure to capture, to see whether the closure has been released.
final class Tracked: Sendable {
  /// Does nothing; mentioned in a closure to capture the object.
  func touch() {}
}

/// Knows whether an object is still there.
struct WeakReference: Sendable {
  private weak let object: Tracked?

  init(_ object: Tracked) { self.object = object }

  var isGone: Bool { object == nil }
}
