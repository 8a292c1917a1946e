/// How long loaded content may be used.
package struct Lifetimes: Sendable, Hashable {
  /// The minimum time, whatever the answer says.
  package var minimum: Duration

  /// The time if the answer states none.
  package var usual: Duration

  /// The maximum time, whatever the answer says.
  package var maximum: Duration

  /// The time after which a failed load is tried again.
  package var failure: Duration

  /// The time for which stale content is used while new content is loaded, or cannot be.
  package var stale: Duration

  package init(
    minimum: Duration = .seconds(60),
    usual: Duration = .seconds(3600),
    maximum: Duration = .seconds(86_400),
    failure: Duration = .seconds(30),
    stale: Duration = .seconds(86_400)
  ) {
    self.minimum = minimum
    self.usual = usual
    self.maximum = maximum
    self.failure = failure
    self.stale = stale
  }

  /// Returns how long an answer is fresh that states a time, or `nil` for no time.
  func fresh(_ stated: Duration?) -> Duration { max(minimum, min(maximum, stated ?? usual)) }
}
