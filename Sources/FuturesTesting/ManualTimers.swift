/// The timers of a clock in firing order: by deadline, then by age.
struct ManualTimers {
  struct Key: Comparable {
    let deadline: ManualClock.Instant
    let id: UInt64

    static func < (lhs: Key, rhs: Key) -> Bool {
      (lhs.deadline, lhs.id) < (rhs.deadline, rhs.id)
    }
  }

  private var entries: [(key: Key, job: @Sendable () -> Void)] = []
  private var nextID: UInt64 = 0

  var count: Int { entries.count }

  var first: ManualClock.Instant? { entries.first?.key.deadline }

  var deadlines: [ManualClock.Instant] { entries.map(\.key.deadline) }

  mutating func add(
    _ job: @escaping @Sendable () -> Void,
    at deadline: ManualClock.Instant
  ) -> Key {
    let key = Key(deadline: deadline, id: nextID)
    nextID += 1
    entries.insert((key, job), at: position(of: key))
    return key
  }

  /// Returns whether a timer is due at `deadline`.
  func hasTimer(at deadline: ManualClock.Instant) -> Bool {
    let position = position(of: Key(deadline: deadline, id: 0))
    return position < entries.count && entries[position].key.deadline == deadline
  }

  mutating func removeFirst() -> @Sendable () -> Void { entries.removeFirst().job }

  /// Removes a timer that is pending.
  ///
  /// The caller releases its closure without a lock.
  mutating func remove(_ key: Key) -> (@Sendable () -> Void)? {
    let position = position(of: key)
    guard position < entries.count, entries[position].key == key else { return nil }
    return entries.remove(at: position).job
  }

  /// The position of `key`, whether or not it exists.
  private func position(of key: Key) -> Int {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
