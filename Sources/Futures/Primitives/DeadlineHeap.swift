/// Elements in the order of their deadlines, and in the order of their numbers if the deadlines are
/// equal.
///
/// A binary heap, whose elements know their position, so that one can be removed. Compiled in the
/// module that uses it, where the types are known.
@usableFromInline
package struct DeadlineHeap<Deadline: Comparable & Sendable, Element: Sendable>: Sendable {
  @usableFromInline
  struct Item: Sendable {
    @usableFromInline let element: Element
    @usableFromInline let number: UInt64
    /// Its index in the heap.
    @usableFromInline var position: Int

    @inlinable
    init(element: Element, number: UInt64, position: Int) {
      self.element = element
      self.number = number
      self.position = position
    }
  }

  @usableFromInline
  struct Node: Sendable {
    @usableFromInline let deadline: Deadline
    @usableFromInline let number: UInt64
    /// Its index in ``items``.
    @usableFromInline let place: Int

    @inlinable
    init(deadline: Deadline, number: UInt64, place: Int) {
      self.deadline = deadline
      self.number = number
      self.place = place
    }

    @inlinable
    func isBefore(_ other: Node) -> Bool {
      (deadline, number) < (other.deadline, other.number)
    }
  }

  @usableFromInline var items: [Item?] = []
  @usableFromInline var free: [Int] = []
  @usableFromInline var heap: [Node] = []

  @inlinable
  package init() {}

  @inlinable package var count: Int { heap.count }

  /// The deadline of the first element.
  @inlinable package var earliest: Deadline? { heap.first?.deadline }

  /// The deadlines of all elements, in no particular order.
  @inlinable package var deadlines: [Deadline] { heap.map(\.deadline) }

  /// Adds an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - deadline: When it is due.
  ///   - number: A number larger than those of all elements before.
  /// - Returns: The place to ``remove(_:number:)`` it from.
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func insert(_ element: Element, at deadline: Deadline, number: UInt64) -> Int {
    let place = free.popLast() ?? items.count
    let item = Item(element: element, number: number, position: heap.count)
    if place == items.count { items.append(item) } else { items[place] = item }
    heap.append(Node(deadline: deadline, number: number, place: place))
    moveUp(heap.count - 1)
    return place
  }

  /// Removes an element; does nothing if another one has its place.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func remove(_ place: Int, number: UInt64) -> Element? {
    guard place < items.count, let item = items[place], item.number == number else { return nil }
    return removeNode(item.position)
  }

  /// Removes the first element if it is due.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  package mutating func popFirst(until now: Deadline) -> Element? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    return removeNode(0)
  }

  @inlinable
  mutating func removeNode(_ position: Int) -> Element? {
    let node = heap[position]
    let last = heap.removeLast()
    if position < heap.count {
      put(last, at: position)
      moveUp(position)
      moveDown(position)
    }
    let element = items[node.place]?.element
    items[node.place] = nil
    free.append(node.place)
    // The storage of many former elements is released when the heap becomes empty.
    if heap.isEmpty, items.count > 64 { self = DeadlineHeap() }
    return element
  }

  @inlinable
  mutating func put(_ node: Node, at position: Int) {
    heap[position] = node
    items[node.place]?.position = position
  }

  @inlinable
  mutating func moveUp(_ position: Int) {
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

  @inlinable
  mutating func moveDown(_ position: Int) {
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
