internal import Futures

/// Tasks that wait until a queue holds a number of things.
struct Arrivals {
  private var waiting: [(count: Int, promise: Promise<Void, any Error>)] = []

  /// A future that succeeds when there are `count` things, or `nil` if there are as many already.
  mutating func promise(for count: Int, at current: Int) -> Future<Void, any Error>? {
    if current >= count { return nil }
    let promise = Promise<Void, any Error>()
    waiting.append((count, promise))
    return promise.future
  }

  /// Takes those out that have waited for `current` or fewer things.
  ///
  /// The caller completes them, outside of any lock.
  mutating func take(at current: Int) -> [Promise<Void, any Error>] {
    if waiting.isEmpty { return [] }
    let arrived = waiting.filter { $0.count <= current }
    waiting.removeAll { $0.count <= current }
    return arrived.map(\.promise)
  }
}
