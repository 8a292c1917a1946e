/// A display of the progress of the lookups.
package protocol ProgressDisplay: Sendable {
  /// Records a city's new state; may be called on any thread.
  func update(_ city: String, _ step: CityStep)

  /// Removes everything that should not stay on the screen.
  func finish()
}
