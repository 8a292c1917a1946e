extension Duration {
  /// The duration in milliseconds, rounded up so that no time ends too early.
  package var milliseconds: Int {
    let (seconds, attoseconds) = components
    let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (ceiling, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    let (sum, isOverflow) = product.addingReportingOverflow(ceiling + (rest > 0 ? 1 : 0))
    // About a hundred years, so that the sum with a time does not overflow.
    let limit: Int64 = 3_200_000_000_000
    if isTooLong || isOverflow { return Int(seconds < 0 ? -limit : limit) }
    return Int(min(max(sum, -limit), limit))
  }

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
