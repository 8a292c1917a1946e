/// Elements in a line, each of which can be found and removed by its key.
///
/// All operations take constant time.
///
/// Compiled in the modules of clients, where the types are known: unspecialized, a search takes 20
/// times as long (`load-hit` of `futures-bench`). What is removed is returned with its key, for the
/// caller to release outside its lock.
@usableFromInline
struct KeyedQueue<Key: Hashable & Sendable, Element: Sendable>: Sendable {
  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let element: Element

    @inlinable
    init(key: Key, element: Element) {
      self.key = key
      self.element = element
    }
  }

  @usableFromInline var slots: [Slot?] = []
  @usableFromInline var line = Line()
  @usableFromInline var free: [Int] = []
  @usableFromInline var places: [Key: Int] = [:]

  @inlinable init() {}

  @inlinable var count: Int { places.count }

  /// Returns the element with that key, and moves it to the end if `condition` holds.
  @inlinable
  mutating func find(_ key: Key, movingToEndIf condition: (Element) -> Bool) -> Element? {
    guard let place = places[key], let element = slots[place]?.element else { return nil }
    if condition(element) { line.moveToEnd(place) }
    return element
  }

  /// Adds an element at the end.
  ///
  /// - Returns: The element that had the key before, with that key.
  @inlinable
  mutating func append(_ element: Element, for key: Key) -> Slot? {
    let old = remove(key)
    let place = nextPlace
    _ = free.popLast()
    let slot = Slot(key: key, element: element)
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    places[key] = place
    line.append(place)
    return old
  }

  /// The place of the next element to be added.
  @inlinable var nextPlace: Int { free.last ?? slots.count }

  /// The keys of the elements at some places, of which there need not be as many.
  @inlinable
  func keys(at places: Range<Int>) -> [Key] {
    slots[places.clamped(to: slots.indices)].compactMap { $0?.key }
  }

  /// Removes the first element.
  @inlinable
  mutating func popFirst() -> Slot? { line.first.flatMap { remove(at: $0) } }

  /// Removes the element at a place.
  @inlinable
  mutating func remove(at place: Int) -> Slot? { slots[place].flatMap { remove($0.key) } }

  /// Removes the element with that key.
  @inlinable
  mutating func remove(_ key: Key) -> Slot? {
    guard let index = places.index(forKey: key) else { return nil }
    // The key that the dictionary releases here is also that of the slot.
    let place = places.remove(at: index).value
    guard let slot = slots[place] else { return nil }
    line.remove(place)
    slots[place] = nil
    free.append(place)
    // The storage of many former elements is released when the queue becomes empty.
    if places.isEmpty, slots.count > 64 { self = KeyedQueue() }
    return slot
  }
}

/// Places in a line, by number.
@usableFromInline
struct Line: Sendable {
  @usableFromInline
  struct Neighbours: Sendable {
    @usableFromInline var before: Int?
    @usableFromInline var behind: Int?
  }

  @usableFromInline var neighbours: [Neighbours] = []
  @usableFromInline var first: Int?
  @usableFromInline var last: Int?

  @usableFromInline init() {}

  /// Adds a place that is not in the line; its number is at most that of all places so far.
  @usableFromInline
  mutating func append(_ place: Int) {
    if place == neighbours.count { neighbours.append(Neighbours()) }
    neighbours[place] = Neighbours(before: last, behind: nil)
    if let last { neighbours[last].behind = place } else { first = place }
    last = place
  }

  @usableFromInline
  mutating func remove(_ place: Int) {
    let (before, behind) = (neighbours[place].before, neighbours[place].behind)
    if let before { neighbours[before].behind = behind } else { first = behind }
    if let behind { neighbours[behind].before = before } else { last = before }
  }

  @inlinable
  mutating func moveToEnd(_ place: Int) {
    if last != place { moveBehindLast(place) }
  }

  @usableFromInline
  mutating func moveBehindLast(_ place: Int) {
    remove(place)
    append(place)
  }
}
