package import DurableWorkflows
import Foundation

/// Times and durations for people and for programs.
package enum TimeText {
  /// A time of a store, such as `2026-11-20T09:15:02.125Z`.
  package static func exact(_ time: StoreTime) -> String {
    date(time).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// A time of a store to the second, such as `2026-11-20 09:15:02`, in UTC.
  package static func short(_ time: StoreTime) -> String {
    date(time).formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: "")
  }

  /// A time of a store to the second, with its time zone.
  static func zoned(_ time: StoreTime) -> String { short(time) + " UTC" }

  /// The time of a store that a form names, such as `2026-11-20T09:15`, in UTC.
  static func time(_ text: String) -> StoreTime? {
    guard text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?/) != nil
    else { return nil }
    let whole = text.count == 16 ? text + ":00Z" : text + "Z"
    let date = try? Date.ISO8601FormatStyle().parse(whole)
    return date.map { StoreTime($0.timeIntervalSince1970 * 1000) }
  }

  private static func date(_ time: StoreTime) -> Date {
    // A damaged store may contain a time that is not a date; 'distantFuture' is one.
    let seconds = Double(time) / 1000
    return abs(seconds) < 1e11 ? Date(timeIntervalSince1970: seconds) : .distantFuture
  }

  /// The time between two times of a store, in milliseconds; a damaged store may contain any.
  package static func between(_ start: StoreTime, _ end: StoreTime) -> Int {
    let (time, overflows) = end.subtractingReportingOverflow(start)
    return min(max(overflows ? end : time, -longest), longest)
  }

  /// About 30,000 years, so that sums and products do not overflow.
  private static let longest = 1_000_000_000_000_000

  /// A duration in milliseconds, such as `120 ms`, `7.1 s`, `12 min` or `3 d 4 h`.
  package static func duration(_ milliseconds: Int) -> String {
    let time = max(0, milliseconds)
    let (minute, hour, day) = (60_000, 3_600_000, 86_400_000)
    return switch time {
    case ..<1000: "\(time) ms"
    case ..<minute: "\(time / 1000).\(time % 1000 / 100) s"
    case ..<hour: pair(time / minute, "min", time % minute / 1000, "s")
    case ..<day: pair(time / hour, "h", time % hour / minute, "min")
    default: pair(time / day, "d", time % day / hour, "h")
    }
  }

  /// A duration, to the millisecond.
  static func duration(_ duration: Duration) -> String {
    self.duration(Int(min(duration / .milliseconds(1), Double(longest))))
  }

  private static func pair(_ one: Int, _ unit: String, _ two: Int, _ part: String) -> String {
    two == 0 ? "\(one) \(unit)" : "\(one) \(unit) \(two) \(part)"
  }
}
