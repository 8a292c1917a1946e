public import Foundation

/// The times at which a schedule submits runs, with a rule for times at which no process was
/// running.
///
/// ```swift
/// let nightly = try RunSchedule.cron("30 2 * * mon-fri", in: zone)
/// let often = RunSchedule.every(.seconds(600), missed: .skipped)
/// ```
public struct RunSchedule: Hashable, Sendable {
  /// The times.
  public enum Times: Hashable, Sendable {
    /// The times of a cron expression, in the time zone with an identifier such as `Europe/Berlin`.
    case cron(CronExpression, timeZone: String, rules: DaylightSavingRules)
    /// Times at a fixed interval, counted from the first call of `schedule`.
    case every(Duration)
  }

  /// What happens for times at which no process was running to submit a run.
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

  /// What happens for times at which no process was running to submit a run.
  public var missed: MissedTimes

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - times: The times.
  ///   - missed: What happens for times at which no process was running.
  public init(_ times: Times, missed: MissedTimes = .latest) {
    self.times = times
    self.missed = missed
  }

  /// Returns a schedule for the times of a cron expression.
  ///
  /// - Parameters:
  ///   - text: The expression; see ``CronExpression``.
  ///   - zone: The time zone of the expression.
  ///   - rules: What happens when clocks are set forward or back.
  ///   - missed: What happens for times at which no process was running.
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

  /// Returns a schedule for times at a fixed interval.
  ///
  /// - Parameters:
  ///   - interval: The interval; at least a second.
  ///   - missed: What happens for times at which no process was running.
  /// - Returns: The schedule.
  public static func every(_ interval: Duration, missed: MissedTimes = .latest) -> RunSchedule {
    Self(.every(interval), missed: missed)
  }
}
