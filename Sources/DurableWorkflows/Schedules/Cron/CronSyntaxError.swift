/// An error that reports a text that is not a cron expression.
public struct CronSyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text.
  public let text: String
  /// The position of the mistake: the number of characters before it.
  public let offset: Int
  /// What is wrong there and what to write instead.
  public let message: String

  /// A message that shows the text and says what is wrong and where.
  public var description: String {
    // Text from outside may be long and contain characters that should not be printed.
    let shown = text.unicodeScalars.prefix(80).map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : String(scalar)
    }
    let rest = text.unicodeScalars.count > 80 ? "…" : ""
    return "'\(shown.joined())\(rest)' is no cron expression: "
      + "at character \(offset + 1), \(message)"
  }
}
