/// Rules for a cron expression when the clocks of its time zone are set forward or back.
///
/// In spring, the times between, for example, 2:00 and 3:00 do not exist on one day; in fall, they
/// exist twice. The same applies to any other change of a zone's offset.
///
/// An expression that allows all hours means each hour that passes rather than times of a day.
/// Whatever the rules are, it is not late in spring and does not leave out an hour in fall.
public struct DaylightSavingRules: Hashable, Sendable, Codable {
  /// What happens at times that do not exist on a day.
  public enum SkippedTimes: String, Hashable, Sendable, CaseIterable, Codable {
    /// The times all happen once, at the moment when the clocks are set forward.
    case onceAfter
    /// The times do not happen.
    case skipped
  }

  /// What happens at times that exist twice on a day.
  public enum RepeatedTimes: String, Hashable, Sendable, CaseIterable, Codable {
    /// The times happen only the first time.
    case once
    /// The times happen both times.
    case twice
  }

  let skippedTimes: SkippedTimes
  let repeatedTimes: RepeatedTimes

  /// Creates rules.
  ///
  /// - Parameters:
  ///   - skippedTimes: What happens at times that do not exist on a day.
  ///   - repeatedTimes: What happens at times that exist twice on a day.
  public init(
    skippedTimes: SkippedTimes = .onceAfter,
    repeatedTimes: RepeatedTimes = .once
  ) {
    self.skippedTimes = skippedTimes
    self.repeatedTimes = repeatedTimes
  }
}
