/// Measures the time on a clock since its creation.
package struct Stopwatch: Sendable {
  package let now: @Sendable () -> Duration

  package init(_ clock: any Clock<Duration>) {
    if let clock = clock as? ContinuousClock {
      let origin = clock.now
      now = { origin.duration(to: clock.now) }
    } else {
      now = Self.reading(clock)
    }
  }

  private static func reading<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let origin = clock.now
    return { origin.duration(to: clock.now) }
  }
}
