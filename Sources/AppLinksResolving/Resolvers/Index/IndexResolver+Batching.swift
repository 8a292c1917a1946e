extension IndexResolver {
  /// How an ``IndexResolver`` puts questions together.
  public struct Batching: Sendable, Hashable {
    /// How long the first question waits for others.
    public var window: Duration

    /// The most URLs in one request; a full one is sent at once.
    public var maximumCount: Int

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - window: How long the first question waits for others; zero for as long as the clock
    ///     takes.
    ///   - maximumCount: The most URLs in one request, 1 or more.
    public init(window: Duration = .milliseconds(10), maximumCount: Int = 50) {
      self.window = window
      self.maximumCount = max(1, maximumCount)
    }
  }
}
