/// What a cron expression does when the clocks of its time zone are set forward or back.
///
/// In the spring, times between, for example, 2:00 and 3:00 do not exist on one day; in the autumn
/// they exist twice. The same holds for whatever else changes the offset of a zone.
///
/// An expression that allows all hours means no times of a day, but each hour that passes: it is
/// neither late in the spring, nor does it leave out an hour in the autumn, whatever the rules are.
public struct DaylightSavingRules: Hashable, Sendable, Codable {
  /// What becomes of times that do not exist on a day.
  public enum SkippedTimes: String, Hashable, Sendable, CaseIterable, Codable {
    /// They all happen once, in the moment in which the clocks are set forward.
    case onceAfter
    /// They do not happen.
    case skipped
  }

  /// What becomes of times that exist twice on a day.
  public enum RepeatedTimes: String, Hashable, Sendable, CaseIterable, Codable {
    /// They happen the first time only.
    case once
    /// They happen both times.
    case twice
  }

  /// What becomes of times that do not exist on a day.
  public var skippedTimes: SkippedTimes
  /// What becomes of times that exist twice on a day.
  public var repeatedTimes: RepeatedTimes

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - skippedTimes: What becomes of times that do not exist on a day.
  ///   - repeatedTimes: What becomes of times that exist twice on a day.
  public init(
    skippedTimes: SkippedTimes = .onceAfter,
    repeatedTimes: RepeatedTimes = .once
  ) {
    self.skippedTimes = skippedTimes
    self.repeatedTimes = repeatedTimes
  }
}
