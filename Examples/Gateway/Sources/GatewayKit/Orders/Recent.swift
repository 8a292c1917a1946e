import Synchronization

/// The newest elements of a growing list.
final class Recent<Element: Sendable>: Sendable {
  private let capacity: Int
  private let elements = Mutex<[Element]>([])

  /// Creates an empty list.
  ///
  /// - Parameter capacity: The most elements to keep.
  init(capacity: Int = 100) { self.capacity = capacity }

  /// Adds an element, in place of the oldest if there is no room.
  func add(_ element: Element) {
    elements.withLock { elements in
      if elements.count == capacity { elements.removeFirst() }
      elements.append(element)
    }
  }

  /// Returns the oldest element that fulfils a condition.
  func first(where condition: (Element) -> Bool) -> Element? {
    elements.withLock { $0 }.first(where: condition)
  }
}
