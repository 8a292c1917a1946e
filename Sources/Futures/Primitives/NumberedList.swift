/// Elements with ascending numbers, in the order of those, with removal in O(log n).
///
/// Removed elements leave a gap; gaps are closed when they make up more than half of the list.
@usableFromInline
package struct NumberedList<Element> {
  @usableFromInline var entries: [(number: UInt64, element: Element?)] = []
  @usableFromInline var gaps = 0
  /// The number of the element that is appended next; no number occurs twice.
  @usableFromInline package internal(set) var nextNumber: UInt64 = 1

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { entries.count == gaps }

  @inlinable package var inOrder: some Sequence<Element> { entries.lazy.compactMap { $0.element } }

  /// Appends an element with ``nextNumber``.
  @inlinable
  package mutating func append(_ element: Element) {
    entries.append((nextNumber, element))
    nextNumber += 1
  }

  @inlinable
  package mutating func remove(_ number: UInt64) -> Element? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < entries.count, entries[low].number == number else { return nil }
    defer { closeGaps() }
    guard let removed = entries[low].element else { return nil }
    entries[low].element = nil
    gaps += 1
    return removed
  }

  /// Removes all elements.
  ///
  /// - Returns: A list of them, for the caller to release outside of its lock.
  @inlinable
  package mutating func takeAll() -> NumberedList {
    defer { (entries, gaps) = ([], 0) }
    return self
  }

  /// Removes elements; those that remain keep their numbers.
  ///
  /// - Returns: The removed elements, for the caller to release outside of its lock.
  @inlinable
  package mutating func removeAll(where isFound: (Element) -> Bool) -> [Element] {
    if isEmpty { return [] }
    let removed = inOrder.filter(isFound)
    entries.removeAll { $0.element.map(isFound) ?? true }
    gaps = 0
    return removed
  }

  @inlinable
  mutating func closeGaps() {
    guard gaps > 8, gaps * 2 > entries.count else { return }
    entries.removeAll { $0.element == nil }
    gaps = 0
  }
}

extension NumberedList: Sendable where Element: Sendable {}
