/// The times at which something happens again and again, as `cron` writes them.
///
/// ```swift
/// let expression = try CronExpression("30 2 * * mon-fri")
/// let zone = TimeZone(identifier: "Europe/Berlin")!
/// let next = expression.next(after: .now, in: zone)
/// ```
///
/// Five fields stand side by side, with spaces between them:
///
/// | field | values |
/// |---|---|
/// | minute | 0 to 59 |
/// | hour | 0 to 23 |
/// | day of the month | 1 to 31 |
/// | month | 1 to 12, or `jan` to `dec` |
/// | day of the week | 0 to 7, or `sun` to `sat`; 0 and 7 are Sunday |
///
/// A field is a list of parts with commas between them. A part is a value, a range `a-b`, or `*`
/// for all values. `/n` behind a range, or behind `*`, takes every *n*-th value of it, beginning
/// with the first; `a/n` begins with `a`. Names have three letters, in upper or lower case.
///
/// In place of the fields there may be `@hourly`, `@daily` (also `@midnight`), `@weekly` (Sunday),
/// `@monthly` or `@yearly` (also `@annually`), each at the beginning of its period.
///
/// If both fields of days restrict the days, a day that is in *one* of them is enough: `0 0 13 * 5`
/// is each 13th and each Friday. A field that begins with `*` does not restrict, as in the `cron`
/// of most systems: `0 0 */2 * 1` is each Monday with an odd number.
///
/// What an expression does when clocks are set forward or back is in ``DaylightSavingRules``.
public struct CronExpression: Hashable, Sendable {
  /// The text of the expression, without spaces at its ends.
  public let text: String

  let minutes: CronField
  let hours: CronField
  let days: CronField
  let months: CronField
  let weekdays: CronField

  /// Creates an expression from text.
  ///
  /// - Parameter text: Five fields, or a name that begins with `@`.
  /// - Throws: ``CronSyntaxError``, which says what is wrong with the text, and where.
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
  /// - Throws: An error of the decoder, also if the text is no expression.
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
