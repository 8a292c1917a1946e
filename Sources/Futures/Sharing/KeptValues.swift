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
    /// How long the value is kept, or `nil` for as long as there is room.
    @usableFromInline let lifetime: Duration?

    @inlinable
    init(_ value: Value, cost: Int, since: Duration, lifetime: Duration?) {
      self.value = value
      self.cost = cost
      self.since = since
      self.lifetime = lifetime
    }

    /// Returns whether the value has not expired.
    ///
    /// If the clock was set back, the age of the value is unknown, and it has expired.
    @inlinable
    func isFresh(at now: Duration) -> Bool {
      lifetime.map { since <= now && now - since < $0 } ?? true
    }
  }

  /// An entry that is no longer kept, with its key.
  @usableFromInline typealias Dropped = KeyedQueue<Key, Entry>.Slot

  /// The least number of entries that starts a search for expired ones.
  @inlinable static var fewestToSweep: Int { 64 }

  @usableFromInline let maximumCount: Int
  @usableFromInline let maximumCost: Int
  @usableFromInline var queue = KeyedQueue<Key, Entry>()
  @usableFromInline var cost = 0
  /// The number of entries that starts the next search for expired ones.
  @usableFromInline var sweepCount = fewestToSweep

  @inlinable
  init(maximumCount: Int, maximumCost: Int) {
    self.maximumCount = maximumCount
    self.maximumCost = maximumCost
  }

  @inlinable var count: Int { queue.count }

  /// Returns a value that arrived after a time; `nil` if the time of its arrival does not matter.
  @inlinable
  mutating func newer(than now: Duration, _ key: Key) -> Entry? {
    guard let entry = queue.find(key, movingToEndIf: { _ in false }) else { return nil }
    return entry.lifetime != nil && entry.since > now ? entry : nil
  }

  /// Returns a value that has not expired, and marks it as used.
  ///
  /// One that has expired stays.
  @inlinable
  mutating func hit(_ key: Key, at now: Duration) -> Entry? {
    let entry = queue.find(key, movingToEndIf: { $0.isFresh(at: now) })
    guard let entry, entry.isFresh(at: now) else { return nil }
    return entry
  }

  /// Returns a value that has not expired, and marks it as used; removes one that has.
  @inlinable
  mutating func find(_ key: Key, at now: Duration) -> (Entry?, dropped: Dropped?) {
    let entry = queue.find(key, movingToEndIf: { $0.isFresh(at: now) })
    guard let entry, !entry.isFresh(at: now) else { return (entry, nil) }
    return (nil, remove(key))
  }

  /// Adds a value.
  @inlinable
  mutating func insert(_ entry: Entry, for key: Key, at now: Duration) -> [Dropped] {
    var dropped: [Dropped] = []
    if let old = remove(key) { dropped.append(old) }
    guard maximumCount > 0, entry.cost <= maximumCost, entry.isFresh(at: now) else {
      return dropped
    }
    while count >= maximumCount || entry.cost > maximumCost - cost, let old = queue.popFirst() {
      cost -= old.element.cost
      dropped.append(old)
    }
    if count >= sweepCount { dropped += sweep(now) }
    _ = queue.append(entry, for: key)
    cost += entry.cost
    return dropped
  }

  @inlinable
  mutating func remove(_ key: Key) -> Dropped? {
    let old = queue.remove(key)
    cost -= old?.element.cost ?? 0
    return old
  }

  /// Removes expired values, whose keys may never be requested again.
  ///
  /// Called when there are twice as many entries as the last search left, so its cost is amortized.
  @inlinable
  mutating func sweep(_ now: Duration) -> [Dropped] {
    // Those that have arrived after `now` was read are not old.
    let old = queue.removeAll { $0.since <= now && !$0.isFresh(at: now) }
    for entry in old { cost -= entry.element.cost }
    sweepCount = max(Self.fewestToSweep, 2 * count)
    return old
  }
}
