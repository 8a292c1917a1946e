import Synchronization

/// Collects what a display writes.
final class Transcript: Sendable {
  private let collected = Mutex("")

  var text: String { collected.withLock(\.self) }

  func write(_ text: String) {
    collected.withLock { $0 += text }
  }
}
