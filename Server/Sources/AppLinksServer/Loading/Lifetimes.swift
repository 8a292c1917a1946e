/// How long what was loaded may be used.
package struct Lifetimes: Sendable, Hashable {
  /// The least time, whatever the answer says.
  package var minimum: Duration

  /// The time if the answer says nothing.
  package var usual: Duration

  /// The most time, whatever the answer says.
  package var maximum: Duration

  /// The time after which a failure is tried again.
  package var failure: Duration

  /// The time for which an old answer is used while a new one is loaded, or cannot be.
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

  /// Returns the time for which an answer is fresh that states a time, or `nil` for none.
  func fresh(_ stated: Duration?) -> Duration { max(minimum, min(maximum, stated ?? usual)) }
}
