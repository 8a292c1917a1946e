/// The times of a recurring event, in the syntax of `cron`.
///
/// ```swift
/// let expression = try CronExpression("30 2 * * mon-fri")
/// let zone = TimeZone(identifier: "Europe/Berlin")!
/// let next = expression.next(after: .now, in: zone)
/// ```
///
/// An expression has five fields, separated by spaces:
///
/// | field | values |
/// |---|---|
/// | minute | 0 to 59 |
/// | hour | 0 to 23 |
/// | day of the month | 1 to 31 |
/// | month | 1 to 12, or `jan` to `dec` |
/// | day of the week | 0 to 7, or `sun` to `sat`; 0 and 7 are Sunday |
///
/// A field is a comma-separated list of parts. A part is a value, a range `a-b`, or `*` for all
/// values. `/n` after a range or `*` takes every *n*-th value of it, beginning with the first;
/// `a/n` begins with `a`. Names have three letters, in uppercase or lowercase.
///
/// Instead of the fields, you can write `@hourly`, `@daily` (also `@midnight`), `@weekly` (Sunday),
/// `@monthly`, or `@yearly` (also `@annually`), each of which means the beginning of its period.
///
/// If both day fields restrict the days, a day has to match only *one* of them: `0 0 13 * 5` is
/// every 13th and every Friday. As in the `cron` of most systems, a field that begins with `*` does
/// not count as a restriction for this rule: `0 0 */2 * 1` is every Monday with an odd day of the
/// month.
///
/// ``DaylightSavingRules`` define what an expression does when clocks are set forward or back.
public struct CronExpression: Hashable, Sendable {
  /// The text of the expression, without leading and trailing spaces.
  public let text: String

  let minutes: CronField
  let hours: CronField
  let days: CronField
  let months: CronField
  let weekdays: CronField

  /// Creates an expression from text.
  ///
  /// - Parameter text: Five fields, or a name that begins with `@`.
  /// - Throws: ``CronSyntaxError``, which says what is wrong with the text and where.
  public init(_ text: String) throws(CronSyntaxError) {
    var parser = CronParser(text)
    self = try parser.expression()
  }

  init(
    text: String,
    minutes: CronField,
    hours: CronField,
    days: CronField,
    months: CronField,
    weekdays: CronField
  ) {
    self.text = text
    self.minutes = minutes
    self.hours = hours
    self.days = days
    self.months = months
    self.weekdays = weekdays
  }
}

extension CronExpression: CustomStringConvertible {
  /// The text of the expression.
  public var description: String { text }
}

extension CronExpression: Codable {
  /// Creates an expression from its text.
  ///
  /// - Throws: An error from the decoder, also if the text is not a cron expression.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      try self.init(container.decode(String.self))
    } catch let error as CronSyntaxError {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(error)")
    }
  }

  /// Encodes the text of the expression.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
