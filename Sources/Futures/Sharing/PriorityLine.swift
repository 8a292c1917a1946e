/// Calls in a line, by number: those of the highest priority first, and in the order of their
/// arrival among those of the same.
///
/// The time of each operation depends only on the number of priorities in use.
struct PriorityLine<Call: Sendable>: Sendable {
  private struct Queue: Sendable {
    let priority: TaskPriority
    var calls = KeyedQueue<UInt64, Call>()
  }

  /// Highest first.
  private var queues: [Queue] = []

  var count: Int { queues.reduce(0) { $0 + $1.calls.count } }

  mutating func append(_ call: Call, for number: UInt64, at priority: TaskPriority) {
    let place = queues.firstIndex { $0.priority <= priority } ?? queues.count
    if place == queues.count || queues[place].priority != priority {
      queues.insert(Queue(priority: priority), at: place)
    }
    _ = queues[place].calls.append(call, for: number)
  }

  mutating func popFirst() -> Call? {
    for place in queues.indices {
      if let first = queues[place].calls.popFirst() { return first.element }
    }
    return nil
  }

  mutating func remove(_ number: UInt64) -> Call? {
    for place in queues.indices {
      if let call = queues[place].calls.remove(number) { return call.element }
    }
    return nil
  }

  mutating func move(_ number: UInt64, to priority: TaskPriority) {
    if let call = remove(number) { append(call, for: number, at: priority) }
  }
}
