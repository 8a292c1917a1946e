/// A walk from one change of a zone's offset to the next, which finds the times between and at the
/// changes.
///
/// Only the offsets are queried: whether a change is due to daylight saving does not matter.
struct LocalWalk {
  private let expression: CronExpression
  private let rules: DaylightSavingRules
  private let offsetAt: (Int) -> Int

  /// The time up to which the walk has found no further time.
  private var time: Int
  /// The offset at `time`.
  private var offset: Int
  /// The local time from which on the expression applies.
  private var floor: Int

  /// Offsets that change back and forth within this time, in seconds, go unnoticed.
  private static let step = 12 * 3600

  init(
    _ expression: CronExpression,
    _ rules: DaylightSavingRules,
    from time: Int,
    _ offset: @escaping (Int) -> Int
  ) {
    self.expression = expression
    self.rules = rules
    offsetAt = offset
    self.time = time
    self.offset = offset(time)
    floor = time + self.offset + 1
    // Clocks are set back by a day at most. Times that have already occurred do not count again.
    let before = time - CronExpression.day
    let offsetBefore = offset(before)
    if offsetBefore > self.offset {
      let change = self.change(after: before, offsetBefore, until: time)
      floor = max(floor, floorAfter(change, offsetBefore, self.offset))
    }
  }

  /// Returns the next time, in seconds since 1970.
  mutating func next() -> Int? {
    while let local = expression.firstLocalTime(from: floor) {
      let found = local - offset
      let end = min(found, time + Self.step)
      let offsetAtEnd = offsetAt(end)
      if offsetAtEnd == offset {
        if end == found { return found }
        time = end
        continue
      }
      let change = change(after: time, offset, until: end)
      let newOffset = offsetAt(change)
      if isSkipped(from: max(floor, change + offset), to: change + newOffset) { return change }
      floor = max(floorAfter(change, offset, newOffset), change + newOffset)
      (time, offset) = (change, newOffset)
    }
    return nil
  }

  /// Returns whether the expression has times between two local times that are skipped and happen
  /// afterward.
  private func isSkipped(from start: Int, to end: Int) -> Bool {
    guard rules.skippedTimes == .onceAfter, start < end, !expression.isOfEachHour else {
      return false
    }
    return expression.firstLocalTime(from: start).map { $0 < end } ?? false
  }

  /// Returns the local time from which on the expression applies after a change of the clocks.
  private func floorAfter(_ change: Int, _ old: Int, _ new: Int) -> Int {
    let isOnce = rules.repeatedTimes == .once && !expression.isOfEachHour
    return change + (isOnce ? max(old, new) : new)
  }

  /// Returns the first time with another offset.
  private func change(after start: Int, _ offset: Int, until end: Int) -> Int {
    var (same, other) = (start, end)
    while other - same > 1 {
      let middle = same + (other - same) / 2
      if offsetAt(middle) == offset { same = middle } else { other = middle }
    }
    return other
  }
}
