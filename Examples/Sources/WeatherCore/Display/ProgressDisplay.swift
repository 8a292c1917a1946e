/// Shows how the lookups are getting on while they run.
package protocol ProgressDisplay: Sendable {
  /// Takes note of a city's new state; may be called on any thread.
  func update(_ city: String, _ step: CityStep)

  /// Removes whatever should not stay on the screen.
  func finish()
}
