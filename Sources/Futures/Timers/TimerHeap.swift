/// Timers in the order of their deadlines, and in the order of their creation if the deadlines are
/// equal.
///
/// A binary heap, whose timers know their position, so that one can be removed.
struct TimerHeap: Sendable {
  private struct Timer: Sendable {
    let job: TimerQueue.Job
    let number: UInt64
    /// Its index in the heap.
    var position: Int
  }

  private struct Node: Sendable {
    let deadline: UInt64
    let number: UInt64
    /// Its index in ``timers``.
    let place: Int

    func isBefore(_ other: Node) -> Bool {
      (deadline, number) < (other.deadline, other.number)
    }
  }

  private var timers: [Timer?] = []
  private var free: [Int] = []
  private var heap: [Node] = []

  var count: Int { heap.count }

  /// The deadline of the first timer.
  var earliest: UInt64? { heap.first?.deadline }

  /// Adds a timer.
  ///
  /// - Parameters:
  ///   - job: What it does.
  ///   - deadline: When it is due.
  ///   - number: A number larger than those of all timers before.
  /// - Returns: The place to ``remove(_:number:)`` it from.
  /// - Complexity: O(log *n*).
  mutating func insert(_ job: TimerQueue.Job, at deadline: UInt64, number: UInt64) -> Int {
    let place = free.popLast() ?? timers.count
    let timer = Timer(job: job, number: number, position: heap.count)
    if place == timers.count { timers.append(timer) } else { timers[place] = timer }
    heap.append(Node(deadline: deadline, number: number, place: place))
    moveUp(heap.count - 1)
    return place
  }

  /// Removes a timer; does nothing if another one has its place.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ place: Int, number: UInt64) -> TimerQueue.Job? {
    guard place < timers.count, let timer = timers[place], timer.number == number else {
      return nil
    }
    return removeNode(timer.position)
  }

  /// Removes the first timer if it is due.
  ///
  /// - Complexity: O(log *n*).
  mutating func popFirst(until now: UInt64) -> TimerQueue.Job? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    return removeNode(0)
  }

  private mutating func removeNode(_ position: Int) -> TimerQueue.Job? {
    let node = heap[position]
    let last = heap.removeLast()
    if position < heap.count {
      put(last, at: position)
      moveUp(position)
      moveDown(position)
    }
    let job = timers[node.place]?.job
    timers[node.place] = nil
    free.append(node.place)
    // The storage of many former timers is released when the heap becomes empty.
    if heap.isEmpty, timers.count > 64 { self = TimerHeap() }
    return job
  }

  private mutating func put(_ node: Node, at position: Int) {
    heap[position] = node
    timers[node.place]?.position = position
  }

  private mutating func moveUp(_ position: Int) {
    let node = heap[position]
    var position = position
    while position > 0 {
      let parent = (position - 1) / 2
      if !node.isBefore(heap[parent]) { break }
      put(heap[parent], at: position)
      position = parent
    }
    put(node, at: position)
  }

  private mutating func moveDown(_ position: Int) {
    let node = heap[position]
    var position = position
    while true {
      var child = 2 * position + 1
      if child >= heap.count { break }
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      if !heap[child].isBefore(node) { break }
      put(heap[child], at: position)
      position = child
    }
    put(node, at: position)
  }
}
