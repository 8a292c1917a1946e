/// The values that a ``LoadOnce`` keeps, within the limits of its ``Retention``.
///
/// What has to go is returned, for the caller to release where that does no harm.
struct KeptValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An object, so that a value is copied only for the caller that requests it.
  final class Entry: Sendable {
    let value: Value
    let cost: Int
    /// When the value is too old; `nil` for never.
    let expiry: Duration?

    init(_ value: Value, cost: Int, expiry: Duration?) {
      self.value = value
      self.cost = cost
      self.expiry = expiry
    }

    func isFresh(at now: Duration) -> Bool { expiry.map { $0 > now } ?? true }
  }

  /// How many values to look through for old ones at the least.
  private static var fewestToSweep: Int { 64 }

  private let maximumCount: Int
  private let maximumCost: Int
  private var queue = KeyedQueue<Key, Entry>()
  private var cost = 0
  /// How many entries there may be before those that are too old are looked for.
  private var sweepCount = fewestToSweep

  init(maximumCount: Int, maximumCost: Int) {
    self.maximumCount = maximumCount
    self.maximumCost = maximumCost
  }

  var count: Int { queue.count }

  /// Finds a value that is not too old, and notes that it was asked for.
  mutating func find(_ key: Key, at now: Duration) -> (Entry?, dropped: Entry?) {
    let entry = queue.find(key, movingToEndIf: { $0.isFresh(at: now) })
    guard let entry, !entry.isFresh(at: now) else { return (entry, nil) }
    return (nil, remove(key))
  }

  /// Adds a value.
  mutating func insert(_ entry: Entry, for key: Key, at now: Duration) -> [Entry] {
    var dropped: [Entry] = []
    if let old = remove(key) { dropped.append(old) }
    guard maximumCount > 0, entry.cost <= maximumCost, entry.isFresh(at: now) else {
      return dropped
    }
    while count >= maximumCount || entry.cost > maximumCost - cost, let old = queue.popFirst() {
      cost -= old.cost
      dropped.append(old)
    }
    if count >= sweepCount { dropped += sweep(now) }
    _ = queue.append(entry, for: key)
    cost += entry.cost
    return dropped
  }

  mutating func remove(_ key: Key) -> Entry? {
    let old = queue.remove(key)
    cost -= old?.cost ?? 0
    return old
  }

  /// Removes what is too old, for keys that may never be asked for again.
  ///
  /// Called when there are twice as many entries as the last time left, so that it costs little for
  /// each.
  private mutating func sweep(_ now: Duration) -> [Entry] {
    let old = queue.removeAll { !$0.isFresh(at: now) }
    for entry in old { cost -= entry.cost }
    sweepCount = max(Self.fewestToSweep, 2 * count)
    return old
  }
}
