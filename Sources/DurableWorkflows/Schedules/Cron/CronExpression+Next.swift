public import Foundation

extension CronExpression {
  /// Returns the first time after a date.
  ///
  /// - Parameters:
  ///   - date: The date; the result is later.
  ///   - zone: The time zone of the expression.
  ///   - rules: What happens when clocks are set forward or back.
  /// - Returns: The time; `nil` if there is none by the end of the year 9999.
  public func next(
    after date: Date,
    in zone: TimeZone,
    rules: DaylightSavingRules = DaylightSavingRules()
  ) -> Date? {
    guard let second = Self.second(date, .down) else { return nil }
    return next(after: second, rules, offset: Self.offset(of: zone)).map(Self.date)
  }

  /// Returns the last time before a date.
  ///
  /// - Parameters:
  ///   - date: The date; the result is earlier.
  ///   - zone: The time zone of the expression.
  ///   - rules: What happens when clocks are set forward or back.
  /// - Returns: The time; `nil` if there is none since the beginning of the year 1.
  public func previous(
    before date: Date,
    in zone: TimeZone,
    rules: DaylightSavingRules = DaylightSavingRules()
  ) -> Date? {
    guard let second = Self.second(date, .up) else { return nil }
    return previous(before: second, rules, offset: Self.offset(of: zone)).map(Self.date)
  }

  /// The dates that are searched: the years from 1 to 9999.
  private static let dates = -62_135_596_800...253_402_300_799

  private static func second(_ date: Date, _ rounding: FloatingPointRoundingRule) -> Int? {
    let seconds = date.timeIntervalSince1970.rounded(rounding)
    guard seconds.isFinite, abs(seconds) < 1e15 else { return nil }
    return min(max(Int(seconds), dates.lowerBound - 1), dates.upperBound + 1)
  }

  private static func date(_ second: Int) -> Date {
    Date(timeIntervalSince1970: TimeInterval(second))
  }

  static func offset(of zone: TimeZone) -> (Int) -> Int {
    { second in zone.secondsFromGMT(for: date(second)) }
  }

  /// Returns the first time after one, in seconds since 1970.
  ///
  /// `offset` returns what to add to a time to get the local time.
  func next(
    after time: Int,
    _ rules: DaylightSavingRules,
    offset: @escaping (Int) -> Int
  ) -> Int? {
    // Offsets, and the amounts by which clocks are set back, are at most this large.
    let margin = 26 * 3600
    // A long span without a time need not be searched hour by hour.
    guard let local = firstLocalTime(from: time - 2 * margin) else { return nil }
    var walk = LocalWalk(self, rules, from: max(time, local - margin), offset)
    return walk.next().flatMap { Self.dates ~= $0 ? $0 : nil }
  }

  /// Returns the last time before one, in seconds since 1970.
  func previous(
    before time: Int,
    _ rules: DaylightSavingRules,
    offset: @escaping (Int) -> Int
  ) -> Int? {
    func isBehind(_ start: Int) -> Bool {
      next(after: start, rules, offset: offset).map { $0 < time } ?? false
    }
    // The next time of `start` is before the given one; that of `end` is not.
    var span = 64
    var (start, end) = (time - span, time - 1)
    while !isBehind(start) {
      if start < Self.dates.lowerBound { return nil }
      span *= 2
      (start, end) = (time - span, start)
    }
    while end - start > 1 {
      let middle = start + (end - start) / 2
      if isBehind(middle) { start = middle } else { end = middle }
    }
    return end
  }
}
