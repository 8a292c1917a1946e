import Futures

/// Collects what callbacks saw, from any thread, in the order in which they ran.
final class Log<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  var count: Int { elements.withLock { $0.count } }

  func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Counts calls, from any thread.
final class Counter: Sendable {
  private let count = Locked(0)

  var value: Int { count.withLock { $0 } }

  /// Adds to the count and gives the new one.
  @discardableResult
  func add(_ amount: Int = 1) -> Int {
    count.withLock { count in
      count += amount
      return count
    }
  }
}

/// A variable that callbacks may share.
final class Box<Value: Sendable>: Sendable {
  private let content: Locked<Value>

  init(_ value: Value) { content = Locked(value) }

  var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
