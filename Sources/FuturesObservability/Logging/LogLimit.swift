#if Observability
/// A limit on how many diagnostics of one kind are logged in a period.
public struct LogLimit: Sendable, Hashable {
  /// The maximum number of messages of one kind in a period; at least 1.
  public let count: Int

  /// The length of a period.
  public let period: Duration

  /// Creates a limit.
  ///
  /// - Parameters:
  ///   - count: The maximum number of messages of one kind in a period; a value less than 1 is
  ///     treated as 1.
  ///   - period: The length of a period, which begins with a message.
  public init(count: Int = 10, period: Duration = .seconds(60)) {
    self.count = max(1, count)
    self.period = period
  }

  /// No limit: every diagnostic is logged.
  public static let unlimited = LogLimit(count: .max, period: .seconds(1))
}
#endif
