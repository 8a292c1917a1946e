internal import Synchronization

/// How many spans a trace has room for.
final class TraceRoom: Sendable {
  let capacity: Int
  private let used = Atomic<Int>(0)

  init(capacity: Int) { self.capacity = capacity }

  /// Whether there is no room any more, and never will be again.
  var isFull: Bool { used.load(ordering: .relaxed) >= capacity }

  var dropped: Int { max(0, used.load(ordering: .relaxed) - capacity) }

  /// Whether there is room for one more.
  func take() -> Bool { used.add(1, ordering: .relaxed).newValue <= capacity }
}
