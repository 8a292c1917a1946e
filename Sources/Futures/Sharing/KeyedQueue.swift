/// Elements in a line, each of which can be found and removed by its key.
///
/// All operations but ``removeAll(where:)`` take constant time.
struct KeyedQueue<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  private struct Slot: Sendable {
    let key: Key
    let element: Element
    /// The neighbours in the line.
    var before: Int?
    var behind: Int?
  }

  private var slots: [Slot?] = []
  private var free: [Int] = []
  private var places: [Key: Int] = [:]
  private var first: Int?
  private var last: Int?

  var count: Int { places.count }

  /// The element with that key, wherever it is in the line.
  subscript(key: Key) -> Element? { places[key].flatMap { slots[$0]?.element } }

  /// Adds an element at the end.
  ///
  /// - Returns: The element that had the key before.
  mutating func append(_ element: Element, for key: Key) -> Element? {
    let old = remove(key)
    let place = free.popLast() ?? slots.count
    let slot = Slot(key: key, element: element)
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    places[key] = place
    link(place)
    return old
  }

  /// Moves an element to the end.
  mutating func moveToEnd(_ key: Key) {
    guard let place = places[key], last != place else { return }
    unlink(place)
    link(place)
  }

  /// Removes the first element.
  mutating func popFirst() -> Element? {
    first.flatMap { slots[$0]?.key }.flatMap { remove($0) }
  }

  /// Removes the element with that key.
  mutating func remove(_ key: Key) -> Element? {
    guard let place = places.removeValue(forKey: key), let slot = slots[place] else { return nil }
    unlink(place)
    slots[place] = nil
    free.append(place)
    return slot.element
  }

  /// Removes the elements for which `condition` holds.
  ///
  /// - Returns: Those elements.
  mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
    let unwanted = slots.compactMap { slot in
      slot.flatMap { condition($0.element) ? $0.key : nil }
    }
    return unwanted.compactMap { remove($0) }
  }

  private mutating func unlink(_ place: Int) {
    guard let slot = slots[place] else { return }
    if let before = slot.before { slots[before]?.behind = slot.behind } else { first = slot.behind }
    if let behind = slot.behind { slots[behind]?.before = slot.before } else { last = slot.before }
  }

  private mutating func link(_ place: Int) {
    slots[place]?.before = last
    slots[place]?.behind = nil
    if let last { slots[last]?.behind = place } else { first = place }
    last = place
  }
}
