import Synchronization

/// The newest copies of entries, up to a number of bytes.
///
/// Copies are in two generations. A copy that is used moves to the young one. When that one is
/// full, it replaces the old one, whose copies are dropped. Each operation therefore takes constant
/// time.
final class MemoryCopies<Value: Sendable>: Sendable {
  private struct Weighed {
    let value: Value
    let bytes: Int
  }

  private struct State {
    var young: [String: Weighed] = [:]
    var old: [String: Weighed] = [:]
    var youngBytes = 0

    mutating func insert(_ weighed: Weighed, _ key: String, _ maximum: Int) {
      if let replaced = young.updateValue(weighed, forKey: key) { youngBytes -= replaced.bytes }
      youngBytes += weighed.bytes
      guard youngBytes > maximum / 2 else { return }
      old = young
      young = [:]
      youngBytes = 0
    }
  }

  private let state = Mutex(State())
  private let maximumBytes: Int

  init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  subscript(key: String) -> Value? {
    state.withLock { state in
      if let young = state.young[key] { return young.value }
      guard let old = state.old.removeValue(forKey: key) else { return nil }
      state.insert(old, key, maximumBytes)
      return old.value
    }
  }

  func keep(_ value: Value, for key: String, bytes: Int) {
    state.withLock { $0.insert(Weighed(value: value, bytes: bytes + 256), key, maximumBytes) }
  }
}
