public import Foundation

/// The input of a scheduled run that needs the time for which it was submitted.
public struct ScheduledTime: Hashable, Sendable, Codable {
  /// The name of the schedule.
  public let schedule: String

  /// The time of the schedule; the run may have been submitted later.
  public let time: Date

  /// Creates an input, for example in a test.
  public init(schedule: String, time: Date) {
    self.schedule = schedule
    self.time = time
  }

  init(schedule: String, at time: StoreTime) {
    self.init(schedule: schedule, time: Date(timeIntervalSince1970: TimeInterval(time) / 1000))
  }

  /// Returns the identifier of the run of a schedule for a time, such as
  /// `report@2026-11-24T03:00:00Z`.
  static func run(of schedule: String, at time: StoreTime) -> String {
    func padded(_ number: Int, _ width: Int = 2) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let seconds = floorDivide(time, 1000)
    let milliseconds = time - seconds * 1000
    let number = floorDivide(seconds, CronExpression.day)
    let day = CivilDay(number)
    let second = seconds - number * CronExpression.day
    let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0) }
    let date = "\(padded(day.year, 4))-\(padded(day.month))-\(padded(day.day))"
    let fraction = milliseconds == 0 ? "" : ".\(padded(milliseconds, 3))"
    return "\(schedule)@\(date)T\(clock.joined(separator: ":"))\(fraction)Z"
  }
}

/// An error that reports a time zone unknown to this system.
public struct UnknownTimeZone: Error, Hashable, Sendable, CustomStringConvertible {
  /// The identifier of the zone.
  public let identifier: String

  /// A message that names the zone and says what to do.
  public var description: String {
    "This system knows no time zone '\(identifier)'. Update its data of time zones, or schedule the "
      + "workflow anew with another one."
  }
}
