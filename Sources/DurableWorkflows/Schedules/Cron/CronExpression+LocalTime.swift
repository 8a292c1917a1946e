/// A day of the Gregorian calendar, by the number of days since the first of January 1970.
struct CivilDay: Hashable {
  var year: Int
  /// Counted from 1.
  var month: Int
  /// Counted from 1.
  var day: Int

  /// Creates a day from its number.
  init(_ number: Int) {
    // Years that begin in March have the leap day at their end, and 400 of them form a cycle.
    let shifted = number + 719_468
    let cycle = floorDivide(shifted, 146_097)
    let dayOfCycle = shifted - cycle * 146_097
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days in the month.
  var lastOfMonth: Int {
    switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private var isLeapYear: Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

/// Returns the quotient, rounded down.
func floorDivide(_ dividend: Int, _ divisor: Int) -> Int {
  let (quotient, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
  return rest < 0 ? quotient - 1 : quotient
}

extension CronExpression {
  static let day = 86_400

  /// The local times to search: the years 1 to 9999, with a margin of a day before and after.
  static let localTimes = (-62_135_596_800 - day)...(253_402_300_799 + day)

  /// Returns the first local time, at or after a given one, that the expression allows, in seconds.
  ///
  /// A local time is the number of seconds since the first of January 1970, counted as if each day
  /// had 24 hours. Complexity: linear in the number of months, and of the days of one month.
  func firstLocalTime(from local: Int) -> Int? {
    // Round up to a full minute.
    let start = floorDivide(local + 59, 60) * 60
    var number = floorDivide(start, Self.day)
    var minute = (start - number * Self.day) / 60
    while number * Self.day <= Self.localTimes.upperBound {
      let day = CivilDay(number)
      guard months.contains(day.month) else {
        number += day.lastOfMonth - day.day + 1
        minute = 0
        continue
      }
      if isOn(day, number), let found = firstMinute(from: minute) {
        return number * Self.day + found * 60
      }
      number += 1
      minute = 0
    }
    return nil
  }

  /// Whether the expression means each hour that passes rather than times of a day.
  var isOfEachHour: Bool { (0...23).allSatisfy(hours.contains) }

  /// Returns the first allowed minute of a day at or after a given one.
  private func firstMinute(from start: Int) -> Int? {
    let (hour, minute) = start.quotientAndRemainder(dividingBy: 60)
    if hours.contains(hour), let found = minutes.first(from: minute) { return hour * 60 + found }
    guard let nextHour = hours.first(from: hour + 1), let found = minutes.first(from: 0) else {
      return nil
    }
    return nextHour * 60 + found
  }

  private func isOn(_ day: CivilDay, _ number: Int) -> Bool {
    let weekday = (number + 4) - floorDivide(number + 4, 7) * 7
    let isDay = days.contains(day.day)
    let isWeekday = weekdays.contains(weekday)
    return days.isFree || weekdays.isFree ? isDay && isWeekday : isDay || isWeekday
  }

  /// Whether a month of the expression has one of its days, regardless of the day of the week.
  var hasDays: Bool {
    let lengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard let first = days.first(from: 1) else { return false }
    return (1...12).contains { months.contains($0) && first <= lengths[$0 - 1] }
  }
}
