internal import Foundation

extension RunSchedule {
  /// The maximum number of runs that one write submits.
  ///
  /// The rest follow in the next write.
  static let mostAtOnce = 100

  /// The delay up to which a time does not count as missed, in milliseconds.
  static let tolerance = 60_000

  /// Returns the first time after a given one, in milliseconds since 1970; `nil` if there is none.
  func next(after time: StoreTime) throws(UnknownTimeZone) -> StoreTime? {
    switch times {
    case .cron(let expression, let name, let rules):
      let offset = CronExpression.offset(of: try zone(name))
      let second = floorDivide(time, 1000)
      return expression.next(after: second, rules, offset: offset).map { $0 * 1000 }
    case .every(let interval): return time + Self.milliseconds(interval)
    }
  }

  /// Returns the times for which runs have to be submitted now, and the first time after them.
  ///
  /// - Parameters:
  ///   - first: The first time that is due.
  ///   - now: The time of the store, which is not before `first`.
  /// - Returns: The times, and the next one; `nil` for never again.
  /// - Throws: ``UnknownTimeZone``.
  func due(
    from first: StoreTime,
    until now: StoreTime
  ) throws(UnknownTimeZone) -> (times: [StoreTime], next: StoreTime?) {
    if missed == .all {
      var times: [StoreTime] = []
      var next: StoreTime? = first
      while let time = next, time <= now, times.count < Self.mostAtOnce {
        times.append(time)
        next = try self.next(after: time)
      }
      return (times, next)
    }
    let last = try last(from: first, until: now)
    let isMissed = missed == .skipped && now - last > Self.tolerance
    return (isMissed ? [] : [last], try next(after: last))
  }

  /// Returns the last time that is due.
  private func last(
    from first: StoreTime,
    until now: StoreTime
  ) throws(UnknownTimeZone) -> StoreTime {
    switch times {
    case .cron(let expression, let name, let rules):
      let offset = CronExpression.offset(of: try zone(name))
      let end = floorDivide(now, 1000) + 1
      let last = expression.previous(before: end, rules, offset: offset).map { $0 * 1000 }
      // The time zone data may have changed since the first time was computed.
      return max(first, last ?? first)
    case .every(let interval):
      let step = Self.milliseconds(interval)
      return first + (now - first) / step * step
    }
  }

  private func zone(_ name: String) throws(UnknownTimeZone) -> TimeZone {
    guard let zone = TimeZone(identifier: name) else { throw UnknownTimeZone(identifier: name) }
    return zone
  }

  private static func milliseconds(_ interval: Duration) -> Int { max(1000, interval.milliseconds) }
}
