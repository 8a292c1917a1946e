import Synchronization

/// Hands one value from a task to the code that drives it.
final class Slot<Value: Sendable>: Sendable {
  private let content = Mutex<Value?>(nil)

  /// Puts the value there.
  func put(_ value: Value) { content.withLock { $0 = value } }

  /// Takes the value away.
  func take() -> Value? { content.withLock { $0.take() } }
}
