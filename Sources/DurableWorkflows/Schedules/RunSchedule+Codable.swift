// The format in which stores keep schedules. Later versions read what this version has written, so
// a key never changes its meaning, and a new key has a default.

extension RunSchedule: Codable {
  private enum CodingKeys: String, CodingKey {
    case cron, timeZone, skippedTimes, repeatedTimes
    /// In milliseconds.
    case every
    case missed
  }

  /// Creates a schedule from the output of ``encode(to:)`` in this version of the package or an
  /// earlier one.
  ///
  /// - Throws: An error from the decoder.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let missed = try container.decode(MissedTimes.self, forKey: .missed)
    if let interval = try container.decodeIfPresent(Int64.self, forKey: .every) {
      self.init(.every(.milliseconds(interval)), missed: missed)
      return
    }
    let expression = try container.decode(CronExpression.self, forKey: .cron)
    let zone = try container.decode(String.self, forKey: .timeZone)
    let rules = DaylightSavingRules(
      skippedTimes: try container.decode(
        DaylightSavingRules.SkippedTimes.self,
        forKey: .skippedTimes
      ),
      repeatedTimes: try container.decode(
        DaylightSavingRules.RepeatedTimes.self,
        forKey: .repeatedTimes
      )
    )
    self.init(.cron(expression, timeZone: zone, rules: rules), missed: missed)
  }

  /// Encodes the schedule as an object, such as `{"every":600000,"missed":"latest"}`.
  ///
  /// An interval is in milliseconds.
  ///
  /// - Throws: An error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(missed, forKey: .missed)
    switch times {
    case .every(let interval): try container.encode(interval.milliseconds, forKey: .every)
    case .cron(let expression, let zone, let rules):
      try container.encode(expression, forKey: .cron)
      try container.encode(zone, forKey: .timeZone)
      try container.encode(rules.skippedTimes, forKey: .skippedTimes)
      try container.encode(rules.repeatedTimes, forKey: .repeatedTimes)
    }
  }
}
