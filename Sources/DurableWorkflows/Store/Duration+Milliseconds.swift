extension Duration {
  /// The duration in milliseconds, rounded up so that no time ends too early; at most about a
  /// hundred years.
  package var milliseconds: Int {
    // Before its parts are computed, which traps if the seconds exceed 64 bits.
    if self >= .longest { return Self.mostMilliseconds }
    if self <= .zero - .longest { return -Self.mostMilliseconds }
    let (seconds, attoseconds) = components
    let (ceiling, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    return Int(seconds) * 1000 + Int(ceiling) + (rest > 0 ? 1 : 0)
  }

  /// About a hundred years, so that the sum with a time does not overflow.
  private static let mostMilliseconds = 3_200_000_000_000
  private static let longest = Duration.milliseconds(mostMilliseconds)

  /// The duration in milliseconds, rounded down.
  package var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}

/// Returns a function that returns the time elapsed since this call.
package func stopwatch<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
