import Futures

/// Collects values from callbacks on any thread, in the order in which they ran.
package final class Log<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])

  package init() {}

  package var all: [Element] { elements.withLock { $0 } }
  package var count: Int { elements.withLock { $0.count } }

  package func add(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Counts calls from any thread.
package final class Counter: Sendable {
  private let count = Locked(0)

  package init() {}

  package var value: Int { count.withLock { $0 } }

  /// Adds to the count and returns the new count.
  @discardableResult
  package func add(_ amount: Int = 1) -> Int {
    count.withLock { count in
      count += amount
      return count
    }
  }
}

/// A variable that callbacks can share.
package final class Box<Value: Sendable>: Sendable {
  private let content: Locked<Value>

  package init(_ value: Value) { content = Locked(value) }

  package var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
