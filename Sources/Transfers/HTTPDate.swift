/// Dates of header fields, in the three forms of RFC 9110.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970 of a date; `nil` if it is malformed.
  ///
  /// `Sun, 06 Nov 1994 08:49:37 GMT`, or obsolete: `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994`.
  static func seconds(_ text: String) -> Int? {
    var parts = text.split { " ,-".contains($0) }.map(String.init)
    if parts.count == 5, months.contains(parts[1]) {
      parts = [parts[0], parts[2], parts[1], parts[4], parts[3], "GMT"]
    }
    guard parts.count == 6, parts[5] == "GMT",
      let day = number(parts[1], in: 1...31),
      let month = months.firstIndex(of: parts[2]),
      let year = year(parts[3])
    else { return nil }
    let time = parts[4].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard time.count == 3,
      let hour = number(time[0], in: 0...23),
      let minute = number(time[1], in: 0...59),
      let second = number(time[2], in: 0...60)
    else { return nil }
    return (days(year, month + 1, day) * 24 + hour) * 3600 + minute * 60 + second
  }

  private static func number(_ text: String, in range: ClosedRange<Int>) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(text), range.contains(number)
    else { return nil }
    return number
  }

  /// Returns a year of four digits, or of two digits, which stand for a year from 1970 to 2069.
  private static func year(_ text: String) -> Int? {
    if text.utf8.count == 4 { return number(text, in: 1...9999) }
    guard text.utf8.count == 2 else { return nil }
    return number(text, in: 0...99).map { $0 < 70 ? 2000 + $0 : 1900 + $0 }
  }

  /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Counted in years that begin in March, so that a leap day is the last of its year.
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }
}
