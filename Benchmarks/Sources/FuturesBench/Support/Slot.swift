import Synchronization

/// Hands one value from a task to the code that drives it.
final class Slot<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  /// Stores a value.
  func put(_ value: Value) { content.withLock { $0 = value } }

  /// Removes and returns the value.
  func take() -> Value? { content.withLock { $0.take() } }
}
