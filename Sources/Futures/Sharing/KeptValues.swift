/// The values that a ``SharedLoads`` keeps, within the limits of its ``Retention``.
///
/// Evicted values are returned with their keys, for the caller to release outside its lock.
@usableFromInline
struct KeptValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An object, so that a value is copied only for the caller that requests it.
  @usableFromInline
  final class Entry: Sendable {
    @usableFromInline let value: Value
    @usableFromInline let cost: Int
    /// The time at which the value arrived.
    @usableFromInline let since: Duration
    /// How long the value is fresh, or `nil` for as long as there is room.
    @usableFromInline let lifetime: Duration?

    @inlinable
    init(_ value: Value, cost: Int, since: Duration, lifetime: Duration?) {
      self.value = value
      self.cost = cost
      self.since = since
      self.lifetime = lifetime
    }

    /// When the value expires; `nil` if it does not, or so late that no clock shows the time.
    @inlinable
    func expiry(after staleTime: Duration) -> Duration? {
      guard let lifetime, max(since, lifetime) < .seconds(1 << 60) else { return nil }
      return since + lifetime + staleTime
    }

    /// Returns whether the value is neither stale nor has expired.
    ///
    /// If the clock was set back, the age of the value is unknown, and it has expired.
    @inlinable
    func isFresh(at now: Duration) -> Bool {
      lifetime.map { since <= now && now - since < $0 } ?? true
    }

    /// Returns whether the value has not expired.
    @inlinable
    func isUsable(at now: Duration, _ staleTime: Duration) -> Bool {
      lifetime.map { since <= now && now - since - staleTime < $0 } ?? true
    }
  }

  /// An entry, and where it is found among those that expire.
  @usableFromInline
  struct Kept: Sendable {
    @usableFromInline let entry: Entry
    @usableFromInline let expiry: (place: Int, number: UInt64)?

    @inlinable
    init(_ entry: Entry, _ expiry: (place: Int, number: UInt64)?) {
      self.entry = entry
      self.expiry = expiry
    }
  }

  /// An entry that is no longer kept, with its key.
  @usableFromInline typealias Dropped = KeyedQueue<Key, Kept>.Slot

  @usableFromInline let maximumCount: Int
  @usableFromInline let maximumCost: Int
  /// How long values are kept after their lifetimes.
  @usableFromInline let staleTime: Duration
  @usableFromInline var queue = KeyedQueue<Key, Kept>()
  @usableFromInline var cost = 0
  /// The places in the queue of the entries that expire.
  @usableFromInline var expiries = DeadlineHeap<Duration, Int>()
  @usableFromInline var lastNumber: UInt64 = 0

  @inlinable
  init(maximumCount: Int, maximumCost: Int, staleTime: Duration) {
    self.maximumCount = maximumCount
    self.maximumCost = maximumCost
    self.staleTime = staleTime
  }

  @inlinable var count: Int { queue.count }

  /// Returns when a value arrived, if that was after a time, and if it matters.
  @inlinable
  mutating func arrival(of key: Key, after now: Duration) -> Duration? {
    guard let entry = queue.find(key, movingToEndIf: { _ in false })?.entry else { return nil }
    return entry.lifetime != nil && entry.since > now ? entry.since : nil
  }

  /// Returns a fresh value, and marks it as used.
  ///
  /// Any other stays.
  @inlinable
  mutating func hit(_ key: Key, at now: Duration) -> Entry? {
    let entry = queue.find(key, movingToEndIf: { $0.entry.isFresh(at: now) })?.entry
    guard let entry, entry.isFresh(at: now) else { return nil }
    return entry
  }

  /// Returns a value that has not expired, and marks it as used; removes one that has.
  @inlinable
  mutating func find(_ key: Key, at now: Duration) -> (Entry?, dropped: Dropped?) {
    let staleTime = staleTime
    let entry = queue.find(key, movingToEndIf: { $0.entry.isUsable(at: now, staleTime) })?.entry
    guard let entry, !entry.isUsable(at: now, staleTime) else { return (entry, nil) }
    return (nil, remove(key))
  }

  /// The most values that have expired which one operation removes, unless it needs their room.
  @inlinable static var step: Int { 64 }

  /// Adds a value, after removing some of those that have expired, and, if there is no room, others
  /// that have expired, and then the least recently used ones.
  ///
  /// - Complexity: O(log *n*) for each value with a lifetime that is removed or added.
  @inlinable
  mutating func insert(
    _ entry: Entry,
    for key: Key,
    at now: Duration,
    evictions: inout Int
  ) -> [Dropped] {
    var dropped: [Dropped] = []
    if let old = remove(key) { dropped.append(old) }
    dropped += removeExpired(at: now)
    guard maximumCount > 0, entry.cost <= maximumCost, entry.isFresh(at: now) else {
      return dropped
    }
    while count >= maximumCount || entry.cost > maximumCost - cost {
      if let old = removeFirstExpired(at: now) {
        dropped.append(old)
      } else if let old = forget(queue.popFirst()) {
        evictions += 1
        dropped.append(old)
      } else {
        break
      }
    }
    _ = queue.append(Kept(entry, noteExpiry(of: entry)), for: key)
    cost += entry.cost
    return dropped
  }

  /// Removes some of the values that have expired, and no other.
  @inlinable
  mutating func removeExpired(at now: Duration) -> [Dropped] {
    var dropped: [Dropped] = []
    while dropped.count < Self.step, let old = removeFirstExpired(at: now) { dropped.append(old) }
    return dropped
  }

  @inlinable
  mutating func removeFirstExpired(at now: Duration) -> Dropped? {
    expiries.popFirst(until: now).flatMap { forget(queue.remove(at: $0)) }
  }

  @inlinable
  mutating func remove(_ key: Key) -> Dropped? { forget(queue.remove(key)) }

  /// Notes when an entry expires that is about to be added.
  @inlinable
  mutating func noteExpiry(of entry: Entry) -> (place: Int, number: UInt64)? {
    guard let expiry = entry.expiry(after: staleTime) else { return nil }
    lastNumber += 1
    return (expiries.insert(queue.nextPlace, at: expiry, number: lastNumber), lastNumber)
  }

  /// Takes an entry that was removed from the queue out of the other accounts.
  @inlinable
  mutating func forget(_ old: Dropped?) -> Dropped? {
    guard let old else { return nil }
    cost -= old.element.entry.cost
    if let (place, number) = old.element.expiry { _ = expiries.remove(place, number: number) }
    return old
  }
}
