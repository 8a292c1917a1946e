public import Foundation

/// When a schedule submits runs, and what becomes of times at which no process was there.
///
/// ```swift
/// let nightly = try RunSchedule.cron("30 2 * * mon-fri", in: zone)
/// let often = RunSchedule.every(.seconds(600), missed: .skipped)
/// ```
public struct RunSchedule: Hashable, Sendable {
  /// The times.
  public enum Times: Hashable, Sendable {
    /// Those of a cron expression, in the time zone with an identifier such as `Europe/Berlin`.
    case cron(CronExpression, timeZone: String, rules: DaylightSavingRules)
    /// Those that follow one another after an interval, from the first `schedule` on.
    case every(Duration)
  }

  /// What becomes of times at which no process was there to submit a run.
  public enum MissedTimes: String, Hashable, Sendable, CaseIterable, Codable {
    /// No run is submitted, except for the last of the times if it is at most a minute ago.
    case skipped
    /// One run is submitted, for the last of the times.
    case latest
    /// A run is submitted for each of the times, in order.
    case all
  }

  /// The times.
  public var times: Times

  /// What becomes of times at which no process was there to submit a run.
  public var missed: MissedTimes

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - times: The times.
  ///   - missed: What becomes of times at which no process was there.
  public init(_ times: Times, missed: MissedTimes = .latest) {
    self.times = times
    self.missed = missed
  }

  /// Returns a schedule for the times of a cron expression.
  ///
  /// - Parameters:
  ///   - text: The expression; see ``CronExpression``.
  ///   - zone: The time zone in which it is meant.
  ///   - rules: What happens when clocks are set forward or back.
  ///   - missed: What becomes of times at which no process was there.
  /// - Returns: The schedule.
  /// - Throws: ``CronSyntaxError``.
  public static func cron(
    _ text: String,
    in zone: TimeZone,
    rules: DaylightSavingRules = DaylightSavingRules(),
    missed: MissedTimes = .latest
  ) throws(CronSyntaxError) -> RunSchedule {
    let expression = try CronExpression(text)
    return Self(.cron(expression, timeZone: zone.identifier, rules: rules), missed: missed)
  }

  /// Returns a schedule for times that follow one another after an interval.
  ///
  /// - Parameters:
  ///   - interval: The interval; at least a second.
  ///   - missed: What becomes of times at which no process was there.
  /// - Returns: The schedule.
  public static func every(_ interval: Duration, missed: MissedTimes = .latest) -> RunSchedule {
    Self(.every(interval), missed: missed)
  }
}
